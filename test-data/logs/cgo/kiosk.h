int kiosk_total(const int* prices);
void kiosk_tracer(void* asked);
void kiosk_symbolizer(void* asked);
