//! Weighs parcels: a library without a standard library, whose functions call each other across two files.
#![no_std]
#![crate_type = "cdylib"]

mod scale;

#[panic_handler]
fn stop(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

pub struct Parcel {
    grams: u32,
    fragile: bool,
}

#[inline(never)]
fn surcharge(parcel: &Parcel, zone: u32) -> u32 {
    let base = scale::rounded(parcel.grams, 50);
    if parcel.fragile {
        base * 3 + scale::zone_factor(zone)
    } else {
        base + zone
    }
}

#[no_mangle]
pub extern "C" fn parcel_price(grams: u32, fragile: bool, zone: u32) -> u32 {
    let parcel = Parcel { grams, fragile };
    let mut price = surcharge(&parcel, zone);
    for step in 0..zone {
        price += scale::rounded(step ^ grams, 7);
    }
    price
}
