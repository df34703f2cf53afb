//! Where things are that count. Where space repeats, a body or a contact stands for all its images, a
//! whole number of periods away: it counts once for each of them that is in the region, there.

use super::View;
use super::view::inside;
use crate::contact::Contact;
use crate::space::Vector;

impl<'a, const D: usize> View<'a, D> {
    /// The places of a point that count: its images in the region; without a region the one in the
    /// cell that is shown.
    pub fn places(&self, point: &Vector<D>) -> impl Iterator<Item = Vector<D>> + use<'a, D> {
        let (region, periodic) = (self.scope.region, self.geometry.map(|it| it.periodic));
        let home = self.shown(point);
        // Along each axis the first image that may be inside, and how many; what rounding
        // lets in besides is told by the box itself.
        let (mut first, mut counts) = (home, [1_usize; D]);
        if let (Some(region), Some(periodic)) = (&region, &periodic) {
            for k in (0..D).filter(|k| periodic.repeats(*k)) {
                let period = periodic.period(k);
                first[k] += ((region.min[k] - home[k]) / period).floor() * period;
                counts[k] = ((region.max[k] - first[k]) / period).floor().max(0.0) as usize + 1;
            }
        }
        let image = move |number: usize| {
            let (mut place, mut rest) = (first, number);
            for k in 0..D {
                let step = (rest % counts[k]) as f64;
                place[k] +=
                    if step > 0.0 { step * periodic.map_or(0.0, |p| p.period(k)) } else { 0.0 };
                rest /= counts[k];
            }
            place
        };
        let counts_here = move |place: &Vector<D>| region.is_none_or(|it| inside(&it, place));
        (0..counts.iter().product()).map(image).filter(counts_here)
    }

    /// The first of the places of a point that count.
    pub fn place(&self, point: &Vector<D>) -> Option<Vector<D>> {
        self.places(point).next()
    }

    /// The places of a body that count: none where its name does not.
    pub fn body_places(&self, body: usize) -> impl Iterator<Item = Vector<D>> + use<'a, D> {
        let named = self.scope.names(body);
        named.then(|| self.places(&self.position(body))).into_iter().flatten()
    }

    /// The grains, bodies that are neither fixed nor driven, once for each place that counts.
    pub fn grain_places(&self) -> impl Iterator<Item = (usize, Vector<D>)> {
        let free = (0..self.bodies()).filter(|body| self.constants.free[*body]);
        free.flat_map(|body| self.body_places(body).map(move |place| (body, place)))
    }

    /// The grains, once for each place that counts.
    pub fn grains(&self) -> impl Iterator<Item = usize> {
        self.grain_places().map(|(body, _)| body)
    }

    /// The way from the antagonist of a contact to that image of it which is touched.
    pub fn way_to_image(&self, contact: &Contact<D>) -> Vector<D> {
        let periodic = self.geometry.map(|geometry| &geometry.periodic);
        periodic.map_or(Vector::zeros(), |periodic| periodic.shift(contact.id.image))
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Options;
    use super::super::testing::Setting;
    use nalgebra::Vector2;

    /// A point of a cell of 10 m: regions inside, across the border, beyond it, and of 2.5 cells.
    #[test]
    fn images_in_a_region_count() {
        let places = |x: f64, region: [f64; 2]| -> Vec<f64> {
            let region = Some([vec![region[0], -1.0], vec![region[1], 1.0]]);
            let setting = Setting::balls(&[Vector2::new(x, 0.0)]).repeating(0, 0.0, 10.0);
            let setting = setting.with(&Options { region, ..Options::default() });
            setting.view().body_places(0).map(|place| place[0]).collect()
        };
        assert_eq!(places(3.0, [2.0, 4.0]), [3.0]);
        assert_eq!(places(43.0, [2.0, 4.0]), [3.0]);
        assert_eq!(places(3.0, [4.0, 8.0]), [0.0; 0]);
        assert_eq!(places(-57.0, [12.0, 14.0]), [13.0]);
        assert_eq!(places(9.5, [-1.0, 1.0]), [-0.5]);
        assert_eq!(places(0.5, [-1.0, 1.0]), [0.5]);
        assert_eq!(places(3.0, [0.0, 25.0]), [3.0, 13.0, 23.0]);
        assert_eq!(places(7.0, [0.0, 25.0]), [7.0, 17.0]);
        assert_eq!(places(0.0, [-20.0, -10.0]), [-20.0]);
    }
}
