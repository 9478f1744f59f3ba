#[inline(always)]
pub fn rounded(grams: u32, step: u32) -> u32 {
    (grams.wrapping_add(step - 1) / step) * step
}

#[inline(always)]
pub fn zone_factor(zone: u32) -> u32 {
    match zone {
        0 => 1,
        1..=4 => zone * 2,
        _ => rounded(zone, 10),
    }
}
