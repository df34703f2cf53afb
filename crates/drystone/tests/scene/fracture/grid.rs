//! Blocks of quadrilaterals or hexahedra whose nodes stand where a map puts them.

/// So many cells along each axis; the map takes places in the unit square or cube to where they
/// stand.
pub struct Grid<'a, const D: usize> {
    pub cells: [usize; D],
    pub place: &'a dyn Fn([f64; D]) -> [f64; D],
    /// Single nodes with a name, by their numbers along the axes.
    pub named: &'a [(&'a str, [usize; D])],
}

/// Names of the two ends of each axis; those of the last one are foot and head.
const ENDS: [[&str; 2]; 3] = [["west", "east"], ["south", "north"], ["foot", "head"]];

impl<const D: usize> Grid<'_, D> {
    fn number(&self, at: [usize; D]) -> usize {
        (0..D).rev().fold(0, |number, k| number * (self.cells[k] + 1) + at[k])
    }

    /// Every place of a lattice with so many places along each axis.
    fn lattice(counts: [usize; D]) -> Vec<[usize; D]> {
        let mut all = vec![[0; D]];
        for k in (0..D).rev() {
            let with = |at: &[usize; D], i| {
                let mut at = *at;
                at[k] = i;
                at
            };
            all = all.iter().flat_map(|at| (0..counts[k]).map(move |i| with(at, i))).collect();
        }
        all
    }

    /// The corners of a cell along some axes, in the order of elements.
    fn corners(&self, at: [usize; D], axes: &[usize]) -> Vec<usize> {
        const ROUND: [[usize; 3]; 8] = [
            [0, 0, 0],
            [1, 0, 0],
            [1, 1, 0],
            [0, 1, 0],
            [0, 0, 1],
            [1, 0, 1],
            [1, 1, 1],
            [0, 1, 1],
        ];
        let corner = |add: &[usize; 3]| {
            let mut at = at;
            axes.iter().enumerate().for_each(|(k, axis)| at[*axis] += add[k]);
            self.number(at)
        };
        ROUND[..1 << axes.len()].iter().map(corner).collect()
    }

    /// The shape of a body, and groups `west`, `east`, `foot`, `head`, in space also `south` and
    /// `north`.
    pub fn shape(&self) -> String {
        let axes: Vec<usize> = (0..D).collect();
        let counts = self.cells.map(|n| n + 1);
        let mut places = Self::lattice(counts);
        places.sort_by_key(|at| self.number(*at));
        let unit = |at: &[usize; D]| std::array::from_fn(|k| at[k] as f64 / self.cells[k] as f64);
        let places: Vec<[f64; D]> = places.iter().map(|at| (self.place)(unit(at))).collect();
        let places: Vec<&[f64]> = places.iter().map(|at| &at[..]).collect();
        let all: Vec<Vec<usize>> =
            Self::lattice(self.cells).iter().map(|at| self.corners(*at, &axes)).collect();
        let [solid, side] = if D == 2 { ["Q4", "L2"] } else { ["H8", "Q4"] };
        let mut cells = format!("  {{ element = \"{solid}\", nodes = {all:?} }},\n");
        for k in 0..D {
            let others: Vec<usize> = axes.iter().copied().filter(|axis| *axis != k).collect();
            let mut across = self.cells;
            across[k] = 1;
            for (end, at_end) in [0, self.cells[k]].into_iter().enumerate() {
                let facets = Self::lattice(across).into_iter().map(|mut at| {
                    at[k] = at_end;
                    self.corners(at, &others)
                });
                let facets: Vec<Vec<usize>> = facets.collect();
                let name = if k + 1 == D { ENDS[2][end] } else { ENDS[k][end] };
                cells += &format!(
                    "  {{ element = \"{side}\", group = \"{name}\", nodes = {facets:?} }},\n"
                );
            }
        }
        for (name, at) in self.named {
            let node = self.number(*at);
            cells +=
                &format!("  {{ element = \"P1\", group = \"{name}\", nodes = [[{node}]] }},\n");
        }
        format!("shape.mesh.nodes = {places:?}\nshape.mesh.cells = [\n{cells}]\n")
    }
}
