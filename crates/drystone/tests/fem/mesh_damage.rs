//! Files of meshes that are cut off or wrong.

use crate::mesh_files::grid;
use crate::mesh_writers::*;
use crate::support::Random;
use drystone::fem::Mesh;
use drystone::fem::element::{ELEMENTS, find};
use drystone::fem::mesh::Cell;

/// Cut and damaged files: an answer or an error, never a panic.
#[test]
fn damaged_files_are_answered() {
    let mut random = Random::new(3);
    let mut number = |most: usize| ((random.next() + 0.5) * most as f64) as usize % most.max(1);
    let (mut refused, mut total) = (0, 0);
    for name in ["T6", "H20", "Q4", "TE4"] {
        let files = if ELEMENTS.iter().any(|e| e.name == name && e.dimension == 2) {
            files(&grid::<2>(name))
        } else {
            files(&grid::<3>(name))
        };
        for file in files {
            for case in 0..300 {
                let mut bytes = file.clone();
                match case % 4 {
                    0 => bytes.truncate(number(file.len())),
                    1 => (0..3).for_each(|_| bytes[number(file.len())] = number(256) as u8),
                    2 => {
                        let from = number(file.len());
                        bytes.drain(from..(from + number(40)).min(file.len()));
                    }
                    _ => {
                        // A digit of a number changes, and becomes a sign, or another digit.
                        let at = number(file.len());
                        let next = bytes[at..].iter().position(u8::is_ascii_digit);
                        let new = b"0123456789-.en"[number(14)];
                        bytes[at + next.unwrap_or(0)] = new;
                    }
                }
                total += 1;
                refused += usize::from(Mesh::<2>::parse("a", &bytes).is_err());
                if let Ok((mesh, report)) = Mesh::<3>::parse("a", &bytes) {
                    assert!(mesh.volume().is_finite() && report.to_string().len() < 1000);
                }
            }
        }
    }
    assert!(total >= 5000 && refused > total / 2, "{refused} of {total}");
}

#[test]
fn errors_name_line_and_what_is_expected() {
    let wrong = |file: &str| Mesh::<2>::parse("a.msh", file.as_bytes()).unwrap_err().to_string();
    let good = msh_two(&grid::<2>("T3"));
    let check = |from: &str, to: &str, expected: &str| {
        assert!(good.contains(from));
        let error = wrong(&good.replacen(from, to, 1));
        assert!(error.contains(expected), "{error}");
    };
    check("2.2 0 8", "2.2 1 8", "`a.msh`, line 2: this is a binary file");
    check("$Elements", "$Elephants", "the file ends here, expected `$EndElephants`");
    check("\n1 2 2", "\n1 6 2", "elements of type 6 are not known");
    check("\n1 2 2", "\n1 4 2", "is no part of a plane");
    check("\n1 0 0 0\n", "\n1 0 NaN 0\n", "the coordinate y must be finite");
    check(
        "\n2 0.5 0 0\n",
        "\n2 0.5 0 1\n",
        "a plane of constant z: node 1 has z = 0, node 2 z = 1",
    );
    assert!(
        wrong(&msh_two(&grid::<2>("T3")).replace(" 5 4\n", " 5 44\n"))
            .contains("node 44 does not exist")
    );
    // In space it is a membrane; of points alone nothing can be.
    let (sheet, _) = Mesh::<3>::parse("b.msh", good.as_bytes()).expect("a membrane");
    assert_eq!((sheet.dimension(), sheet.solids().count()), (2, 8));
    let mut points = grid::<2>("T3");
    points.cells = vec![Cell { element: find("P1").unwrap(), nodes: vec![0], group: 0 }];
    points.names.truncate(1);
    let error = wrong(&msh_two(&points));
    assert_eq!(error, "`a.msh`: the file has no elements but points");
    let text = String::from_utf8(vtu(&grid::<2>("T3"), Form::Text)).unwrap();
    let vtk = |from: &str, to: &str, expected: &str| {
        assert!(text.contains(from), "{from}");
        let error = wrong(&text.replacen(from, to, 1));
        assert!(error.contains(expected), "{error}");
    };
    vtk("</Cells>", "</Bells>", "expected `</Cells>`, found `</Bells>`");
    vtk("0.5 0 0", "0.5 nan 0", "must be finite");
    vtk("0.5 0 0", "0.5 what 0", "line 7: expected a number, found `what`");
    vtk("</VTKFile>", "", "line 2: the file ends before `VTKFile`, which opens here, is closed");
    vtk(
        "header_type",
        "compressor=\"vtkZLibDataCompressor\" header_type",
        "the file is compressed",
    );
    assert!(wrong("hello").contains("the format is not known"));
}
