#pragma once

/// Whether the processor has the lanes for which these loops were made, and may use them.
extern int rt_has_wide_lanes;
