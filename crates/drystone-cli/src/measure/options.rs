//! What is to be measured, as words of the command line.

use crate::Failure;
use clap::Args;
use drystone::measures::Options;

/// Which part of the state counts, and how it is looked at.
#[derive(Args)]
pub struct Given {
    /// Only bodies with their centre in this box and contacts in it, or images of them where space
    /// repeats: its two corners, such as 0,0,1,2
    #[arg(long, value_name = "X,Y,…", allow_hyphen_values = true)]
    region: Option<String>,
    /// Only bodies of this name and their contacts, `*` standing for any letters; may be given
    /// several times
    #[arg(long, value_name = "NAME")]
    bodies: Vec<String>,
    /// A plane: `y=1.5`, or a point and a normal, `0,1.5:0,1`
    #[arg(long, value_name = "PLANE", allow_hyphen_values = true)]
    cut: Option<String>,
    /// A point: that of the nearest node of a deformable body where it is without stress
    #[arg(long, value_name = "X,Y,…", allow_hyphen_values = true)]
    at: Option<String>,
    /// Points of the grid of fields along each axis
    #[arg(long, value_name = "NX,NY,…")]
    grid: Option<String>,
    /// Width of what fields are averaged over (m) [default: the mean diameter of the grains]
    #[arg(long, value_name = "LENGTH")]
    width: Option<f64>,
    /// Classes of distributions [default: 50]
    #[arg(long, value_name = "N")]
    bins: Option<usize>,
    /// A cell by the names of the bodies at its corners; may be given several times [default: the
    /// triangles between the grains of the plane]
    #[arg(long, value_name = "BODY,BODY,…")]
    cell: Vec<String>,
}

impl Given {
    /// Whether a part of the state is chosen.
    pub fn selects(&self) -> bool {
        self.region.is_some() || !self.bodies.is_empty()
    }

    /// As the measures take it.
    pub fn options(&self, dimension: usize) -> Result<Options, Failure> {
        let region = self.region.as_ref().map(|text| {
            let numbers = numbers(text).filter(|numbers| numbers.len() == 2 * dimension);
            let corners = numbers.map(|all| {
                let (first, second) = all.split_at(dimension);
                [first.to_vec(), second.to_vec()]
            });
            let shape = if dimension == 2 { "x,y,x,y" } else { "x,y,z,x,y,z" };
            corners.ok_or_else(|| bad("region", text, &format!("two corners, {shape}")))
        });
        let grid = self.grid.as_ref().map(|text| {
            let counts = text.split(',').map(|word| word.trim().parse::<usize>().ok());
            let counts: Option<Vec<usize>> = counts.collect();
            let counts = counts.filter(|counts| counts.len() == dimension);
            counts.ok_or_else(|| bad("grid", text, &format!("{dimension} whole numbers")))
        });
        let cut = self.cut.as_ref().map(|text| {
            cut(text, dimension)
                .ok_or_else(|| bad("cut", text, "a plane such as `y=1.5` or `0,1.5:0,1`"))
        });
        let at = self.at.as_ref().map(|text| {
            let point = numbers(text).filter(|numbers| numbers.len() == dimension);
            point.ok_or_else(|| bad("at", text, &format!("{dimension} coordinates")))
        });
        let names = |text: &String| text.split(',').map(|name| name.trim().to_string()).collect();
        Ok(Options {
            region: region.transpose()?,
            bodies: self.bodies.clone(),
            cut: cut.transpose()?,
            at: at.transpose()?,
            grid: grid.transpose()?.unwrap_or_default(),
            width: self.width,
            bins: self.bins,
            cells: self.cell.iter().map(names).collect(),
        })
    }
}

fn bad(option: &str, text: &str, expected: &str) -> Failure {
    Failure::input(format!("--{option}: `{text}` is not {expected}"))
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    text.split(',').map(|word| word.trim().parse().ok()).collect()
}

/// A point and a normal.
fn cut(text: &str, dimension: usize) -> Option<[Vec<f64>; 2]> {
    if let Some((axis, position)) = text.split_once('=') {
        let axis = ["x", "y", "z"][..dimension].iter().position(|name| *name == axis.trim())?;
        let (mut point, mut normal) = (vec![0.0; dimension], vec![0.0; dimension]);
        point[axis] = position.trim().parse().ok()?;
        normal[axis] = 1.0;
        return Some([point, normal]);
    }
    let (point, normal) = text.split_once(':')?;
    let both = [numbers(point)?, numbers(normal)?];
    both.iter().all(|vector| vector.len() == dimension).then_some(both)
}
