/* MicroPython asks for this header: there is no hardware. */
#define mp_hal_pin_obj_t
#define mp_hal_ticks_cpu() 0
