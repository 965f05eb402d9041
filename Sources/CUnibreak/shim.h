#include <linebreak.h>
#include <graphemebreak.h>
#include <unibreakbase.h>
