module kiosk

go 1.19
