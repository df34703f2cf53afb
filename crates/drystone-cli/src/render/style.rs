//! What the options of `drystone render` ask for.

use super::Arguments;
use crate::Failure;
use drystone::record::picture::{Camera, QUANTITIES, Quantity, Style};
use drystone::scene::did_you_mean;

/// Displacements magnified by more than this are round-off.
const MOST_DEFORMED: f64 = 1e9;

/// What the options ask for.
pub fn style(arguments: &Arguments, dimension: usize) -> Result<Style, Failure> {
    let plane = dimension == 2;
    let only = |given: bool, option: &str, there: bool| {
        let place = if plane { "space" } else { "the plane" };
        if given && !there {
            return Err(Failure::input(format!("{option} is for {place}; these results are not")));
        }
        Ok(())
    };
    only(arguments.crosses, "--crosses", plane)?;
    only(arguments.arrows, "--arrows", plane)?;
    only(arguments.window.is_some(), "--window", plane)?;
    only(arguments.target.is_some(), "--target", !plane)?;
    only(arguments.camera.is_some(), "--camera", !plane)?;
    only(arguments.zoom.is_some(), "--zoom", !plane)?;
    let sound = |x: &f64| x.is_finite() && x.abs() <= MOST_DEFORMED;
    for (option, factor) in [("--deformed", arguments.deformed), ("--magnify", arguments.magnify)] {
        if let Some(factor) = factor.filter(|x| !sound(x)) {
            let message =
                format!("{option} must be a factor up to {MOST_DEFORMED:e}, not {factor:e}");
            return Err(Failure::input(message));
        }
    }
    let colour = match arguments.color.as_str() {
        "none" => None,
        name => Some(Quantity::named(name).ok_or_else(|| {
            let help = did_you_mean(name, QUANTITIES.iter().map(|entry| entry.1));
            let help = help.unwrap_or("`drystone render --help` lists them".to_string());
            Failure::input(format!("no colour `{name}`\nhelp: {help}"))
        })?),
    };
    if !(16..=20_000).contains(&arguments.size) {
        return Err(Failure::input("--size must be from 16 to 20000 pixels"));
    }
    let positive = |value: f64, option: &str| {
        if value.is_finite() && value > 0.0 {
            return Ok(value);
        }
        Err(Failure::input(format!("{option} must be positive, not {value}")))
    };
    positive(arguments.fps, "--fps")?;
    let window = match numbers::<4>(arguments.window.as_deref(), "--window X0,Y0,X1,Y1")? {
        Some([a, b, c, d]) if a < c && b < d => Some([[a, b], [c, d]]),
        Some(_) => return Err(Failure::input("--window: the first corner must be the lower left")),
        None => None,
    };
    let mut camera = camera(arguments.camera.as_deref().unwrap_or("iso"))?;
    camera.zoom = positive(arguments.zoom.unwrap_or(1.0), "--zoom")?;
    camera.target = numbers::<3>(arguments.target.as_deref(), "--target X,Y,Z")?;
    Ok(Style {
        size: f64::from(arguments.size),
        bonds: !arguments.no_bonds,
        joints: !arguments.no_joints,
        colour,
        forces: arguments.forces || (plane && !arguments.no_forces),
        contacts: false,
        crosses: arguments.crosses,
        arrows: arguments.arrows,
        axes: !arguments.no_axes,
        camera,
        window,
    })
}

/// So many finite numbers.
pub fn numbers<const N: usize>(
    given: Option<&[f64]>,
    what: &str,
) -> Result<Option<[f64; N]>, Failure> {
    let Some(given) = given else { return Ok(None) };
    match <[f64; N]>::try_from(given) {
        Ok(numbers) if numbers.iter().all(|x| x.is_finite()) => Ok(Some(numbers)),
        _ => Err(Failure::input(format!("expected {what}: {N} numbers with commas between them"))),
    }
}

fn camera(words: &str) -> Result<Camera, Failure> {
    let at = |azimuth: f64, elevation: f64| Camera { azimuth, elevation, ..Camera::default() };
    let bad = || {
        let help = "help: iso, front, back, left, right, top, or AZIMUTH,ELEVATION in degrees";
        Failure::input(format!("no camera `{words}`\n{help}"))
    };
    Ok(match words {
        "iso" => Camera::default(),
        "front" => at(0.0, 0.0),
        "right" => at(90.0, 0.0),
        "back" => at(180.0, 0.0),
        "left" => at(-90.0, 0.0),
        "top" => at(0.0, 90.0),
        angles => {
            let (azimuth, elevation) = angles.split_once(',').ok_or_else(bad)?;
            let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
            let (azimuth, elevation) =
                (number(azimuth).ok_or_else(bad)?, number(elevation).ok_or_else(bad)?);
            at(azimuth, elevation.clamp(-90.0, 90.0))
        }
    })
}
