//! A grid of points, and a Gaussian spread over it.

use super::View;
use crate::shapes::Aabb;
use crate::space::Vector;
use std::f64::consts::TAU;

/// Where the Gaussian ends, in widths.
const REACH: f64 = 6.0;
/// Points along an axis where no grid is given, at most.
const POINTS: f64 = 64.0;

/// The middles of equal cells of a box.
pub(super) struct Grid<const D: usize> {
    region: Aabb<D>,
    spacing: Vector<D>,
    counts: [usize; D],
    /// Width of the Gaussian (m).
    pub width: f64,
}

impl<const D: usize> Grid<D> {
    /// Over the region; none where there are no grains.
    pub fn new(view: &View<D>) -> Option<Self> {
        let width = view.scope.width.unwrap_or_else(|| view.diameter());
        view.grains().next()?;
        let region = view.region_or_box()?;
        let Aabb { min, max } = region;
        if !(width > 0.0 && width.is_finite()) {
            return None;
        }
        let fitting = |k: usize| ((max[k] - min[k]) / width).ceil().clamp(1.0, POINTS) as usize;
        let counts = view.scope.grid.unwrap_or_else(|| std::array::from_fn(fitting));
        let spacing = Vector::from_fn(|k, _| (max[k] - min[k]) / counts[k] as f64);
        Some(Self { region, spacing, counts, width })
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.counts.iter().product()
    }

    /// Coordinates along the axes of a point; the first axis runs fastest.
    fn indices(&self, mut place: usize) -> [usize; D] {
        std::array::from_fn(|k| {
            let index = place % self.counts[k];
            place /= self.counts[k];
            index
        })
    }

    /// The coordinate of points along an axis.
    fn along(&self, axis: usize, index: usize) -> f64 {
        self.region.min[axis] + (index as f64 + 0.5) * self.spacing[axis]
    }

    /// A point.
    pub fn point(&self, place: usize) -> Vector<D> {
        let indices = self.indices(place);
        Vector::from_fn(|k, _| self.along(k, indices[k]))
    }

    /// Calls with every point in reach of a centre or of its images, and φ there.
    pub fn around(&self, view: &View<D>, centre: &Vector<D>, mut call: impl FnMut(usize, f64)) {
        let reach = REACH * self.width;
        let bounds = Aabb { min: centre.add_scalar(-reach), max: centre.add_scalar(reach) };
        for way in view.images(&bounds, &self.region) {
            self.around_one(&(centre + way), &mut call);
        }
    }

    fn around_one(&self, centre: &Vector<D>, call: &mut impl FnMut(usize, f64)) {
        let reach = REACH * self.width;
        let height = (TAU * self.width * self.width).powf(-0.5);
        // A Gaussian is a product along the axes: the first point in reach, and a factor for each.
        let along: [(usize, Vec<f64>); D] = std::array::from_fn(|k| {
            let near = |index: &usize| (self.along(k, *index) - centre[k]).abs() <= reach;
            let index = (centre[k] - reach - self.region.min[k]) / self.spacing[k] - 0.5;
            // Where the box is flat all its points are at one place.
            let guess = if self.spacing[k] > 0.0 { index.floor().max(0.0) as usize } else { 0 };
            let Some(first) = (guess..self.counts[k].min(guess.saturating_add(3))).find(near)
            else {
                return (0, vec![]);
            };
            let factor = |index: usize| {
                let x = (self.along(k, index) - centre[k]) / self.width;
                height * (-0.5 * x * x).exp()
            };
            (first, (first..self.counts[k]).take_while(near).map(factor).collect())
        });
        let rows: usize = along[1..].iter().map(|(_, factors)| factors.len()).product();
        for row in 0..rows {
            let (mut place, mut stride, mut rest, mut phi) = (0, self.counts[0], row, 1.0);
            for (k, (first, factors)) in along.iter().enumerate().skip(1) {
                phi *= factors[rest % factors.len()];
                place += (first + rest % factors.len()) * stride;
                rest /= factors.len();
                stride *= self.counts[k];
            }
            let (first, factors) = &along[0];
            for (k, factor) in factors.iter().enumerate() {
                call(place + first + k, phi * factor);
            }
        }
    }
}
