//! What is measured, and how: a region, some bodies, a plane, a grid.

use crate::results::Constants;
use crate::shapes::Aabb;
use crate::space::Vector;

/// What a measure is asked to look at. All of it may be left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// First and second corner of a box: only bodies with their centre in it and contacts in it count.
    pub region: Option<[Vec<f64>; 2]>,
    /// Names of bodies, with `*` for any letters: only they and their contacts count.
    pub bodies: Vec<String>,
    /// A point of a plane and its normal.
    pub cut: Option<[Vec<f64>; 2]>,
    /// A point.
    pub at: Option<Vec<f64>>,
    /// Points of a grid along each axis.
    pub grid: Vec<usize>,
    /// Width of what is averaged over (m).
    pub width: Option<f64>,
    /// Classes of a distribution.
    pub bins: Option<usize>,
    /// Cells: names of the bodies at the corners of each.
    pub cells: Vec<Vec<String>>,
}

/// What is wrong with options: which one, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The option.
    pub option: &'static str,
    /// What is wrong with it.
    pub message: String,
}

impl Refused {
    pub(super) fn new(option: &'static str, message: impl Into<String>) -> Self {
        Self { option, message: message.into() }
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.option, self.message)
    }
}

impl std::error::Error for Refused {}

/// Options checked against the bodies that there are.
#[derive(Clone, Debug)]
pub struct Scope<const D: usize> {
    /// The region.
    pub region: Option<Aabb<D>>,
    /// Of each body: whether its name counts, where names are given.
    pub named: Option<Vec<bool>>,
    /// A point of a plane and its unit normal.
    pub cut: Option<[Vector<D>; 2]>,
    /// A point.
    pub at: Option<Vector<D>>,
    /// Points of a grid along each axis.
    pub grid: Option<[usize; D]>,
    /// Width of what is averaged over (m).
    pub width: Option<f64>,
    /// Classes of a distribution.
    pub bins: usize,
    /// Bodies at the corners of cells.
    pub cells: Vec<Vec<usize>>,
}

/// Most points of a grid, and most classes.
const MOST: usize = 10_000_000;
/// Classes of a distribution where their number is not given.
const BINS: usize = 50;

impl<const D: usize> Scope<D> {
    /// All bodies, everywhere.
    pub const EVERYTHING: &'static Self = &Self {
        region: None,
        named: None,
        cut: None,
        at: None,
        grid: None,
        width: None,
        bins: BINS,
        cells: vec![],
    };

    /// Whether a body counts by its name.
    pub fn names(&self, body: usize) -> bool {
        self.named.as_ref().is_none_or(|named| named[body])
    }

    /// Checks options.
    ///
    /// # Errors
    ///
    /// A box, plane or grid that is none, or of another dimension; a name that no body has.
    pub fn new(options: &Options, constants: &Constants) -> Result<Self, Refused> {
        let region = options.region.as_ref().map(region).transpose()?;
        let cut = options.cut.as_ref().map(cut).transpose()?;
        let at = options.at.as_ref().map(|point| vector("at", point)).transpose()?;
        let mut named = vec![false; constants.names.len()];
        for pattern in &options.bodies {
            let mut found = false;
            for (is_named, name) in named.iter_mut().zip(&constants.names) {
                if matches(pattern.as_bytes(), name.as_bytes()) {
                    (*is_named, found) = (true, true);
                }
            }
            if !found {
                return Err(Refused::new("bodies", format!("no body is called `{pattern}`")));
            }
        }
        let grid = match options.grid.as_slice() {
            [] => None,
            counts => Some(<[usize; D]>::try_from(counts).map_err(|_| {
                let found = counts.len();
                Refused::new("grid", format!("{D} whole numbers are expected, {found} are given"))
            })?),
        };
        let points = grid.iter().flatten().try_fold(1_usize, |n, count| n.checked_mul(*count));
        if points.is_none_or(|n| n == 0 || n > MOST) {
            return Err(Refused::new("grid", format!("expected 1 to {MOST} points in all")));
        }
        if options.width.is_some_and(|width| !(width > 0.0 && width.is_finite())) {
            return Err(Refused::new("width", "must be a positive length"));
        }
        if options.bins.is_some_and(|bins| bins == 0 || bins > MOST) {
            return Err(Refused::new("bins", format!("expected 1 to {MOST}")));
        }
        let cells = options.cells.iter().map(|names| cell::<D>(names, constants));
        Ok(Self {
            region,
            named: (!options.bodies.is_empty()).then_some(named),
            cut,
            at,
            grid,
            width: options.width,
            bins: options.bins.unwrap_or(BINS),
            cells: cells.collect::<Result<_, _>>()?,
        })
    }
}

fn vector<const D: usize>(option: &'static str, given: &[f64]) -> Result<Vector<D>, Refused> {
    if given.len() != D || given.iter().any(|x| !x.is_finite()) {
        let message = format!("points of {D} finite coordinates are expected");
        return Err(Refused::new(option, message));
    }
    Ok(Vector::from_fn(|k, _| given[k]))
}

fn region<const D: usize>(corners: &[Vec<f64>; 2]) -> Result<Aabb<D>, Refused> {
    let [min, max] = [vector("region", &corners[0])?, vector("region", &corners[1])?];
    if (0..D).any(|k| min[k] >= max[k]) {
        let message = "the second corner must lie beyond the first along every axis";
        return Err(Refused::new("region", message));
    }
    Ok(Aabb { min, max })
}

fn cut<const D: usize>(given: &[Vec<f64>; 2]) -> Result<[Vector<D>; 2], Refused> {
    let [point, normal] = [vector("cut", &given[0])?, vector::<D>("cut", &given[1])?];
    let length = normal.norm();
    if !(length > 0.0 && length.is_finite()) {
        return Err(Refused::new("cut", "the normal must not be zero"));
    }
    Ok([point, normal / length])
}

fn cell<const D: usize>(names: &[String], constants: &Constants) -> Result<Vec<usize>, Refused> {
    let fits = if D == 2 { names.len() >= 3 } else { names.len() == 4 };
    if !fits {
        let corners = if D == 2 { "three bodies or more" } else { "four bodies" };
        let message = format!("a cell has {corners} at its corners, found {}", names.len());
        return Err(Refused::new("cells", message));
    }
    let find = |name: &String| {
        let found = constants.names.iter().position(|known| known == name);
        found.ok_or_else(|| Refused::new("cells", format!("no body is called `{name}`")))
    };
    names.iter().map(find).collect()
}

/// Whether a name fits a pattern, in which `*` stands for any letters or none.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    // The last star, and what it stands for so far.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, n));
            p += 1;
        } else if pattern.get(p) == Some(&name[n]) {
            (p, n) = (p + 1, n + 1);
        } else if let Some((at, end)) = star {
            star = Some((at, end + 1));
            (p, n) = (at + 1, end + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|letter| *letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_letters() {
        let fits = |pattern: &str, name: &str| matches(pattern.as_bytes(), name.as_bytes());
        for (pattern, name) in [("disk-*", "disk-7"), ("*", ""), ("a*b*c", "abxbc"), ("a", "a")] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("disk-*", "disk"), ("", "a"), ("a*b", "abc"), ("*a", "b")] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let constants = Constants { names: vec!["a".into(), "b".into()], ..Constants::default() };
        let refused = |options: Options| {
            Scope::<2>::new(&options, &constants).err().map(|refused| refused.option)
        };
        let none = Options::default;
        assert_eq!(refused(none()), None);
        let corners = |a: &[f64], b: &[f64]| Some([a.to_vec(), b.to_vec()]);
        let regions = [
            corners(&[0.0, 0.0], &[1.0, 0.0]),
            corners(&[0.0], &[1.0]),
            corners(&[0.0, 0.0], &[1.0, f64::NAN]),
        ];
        for region in regions {
            assert_eq!(refused(Options { region, ..none() }), Some("region"));
        }
        let cut = corners(&[0.0, 0.0], &[0.0, 0.0]);
        assert_eq!(refused(Options { cut, ..none() }), Some("cut"));
        assert_eq!(refused(Options { bodies: vec!["c*".into()], ..none() }), Some("bodies"));
        for grid in [vec![3], vec![0, 1], vec![usize::MAX, 2]] {
            assert_eq!(refused(Options { grid, ..none() }), Some("grid"));
        }
        assert_eq!(refused(Options { width: Some(-1.0), ..none() }), Some("width"));
        assert_eq!(refused(Options { bins: Some(0), ..none() }), Some("bins"));
        for cells in [vec![vec!["a".into()]], vec![vec!["a".into(), "b".into(), "c".into()]]] {
            assert_eq!(refused(Options { cells, ..none() }), Some("cells"));
        }
        let bodies = vec!["a*".to_string()];
        let scope = Scope::<2>::new(&Options { bodies, ..none() }, &constants).unwrap();
        assert_eq!(scope.named, Some(vec![true, false]));
    }
}
