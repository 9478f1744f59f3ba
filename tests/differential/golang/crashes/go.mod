module kiosk

go 1.18
