//! Shared by the integration tests.
#![allow(dead_code)] // each test binary uses its own part

/// A small deterministic generator (splitmix64), so that failures repeat everywhere.
pub struct Random(pub u64);

impl Random {
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in [a, b).
    pub fn range(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.unit()
    }

    /// 10 to a uniform exponent.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        10_f64.powf(self.range(low, high))
    }
}
