internal import CRowTwins

/// Whether the processor has the vectors for which the loops of CRowTwins were made.
func hasWideRows() -> Bool { rt_is_wide() != 0 }
