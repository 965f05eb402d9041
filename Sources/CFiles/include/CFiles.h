#pragma once

/// Lets two paths swap what they name, such that nobody ever finds one of them without anything; answers
/// whether they have. Not all systems and file systems can.
int rt_swap_paths(const char *one, const char *other);
