//! Functions of time, from the file's form to the engine's.

use crate::bodies::{Function, Table};
use crate::scene::check;
use crate::scene::error::Fault;
use crate::scene::format;
use crate::scene::format::FunctionShape;

/// The engine's function for the one at a key.
pub fn function(given: &format::Function, path: &str) -> Result<Function, Fault> {
    let shape = match given {
        format::Function::Constant(value) => return Ok(Function::Constant(*value)),
        format::Function::Shaped(shape) => shape,
    };
    match shape {
        FunctionShape::Ramp(ramp) => {
            let [start, end] = ramp.times;
            if start >= end {
                let message = format!("the end {end} must come after the start {start}");
                return Err(Fault::new(format!("{path}.ramp.times"), message));
            }
            Ok(Function::Ramp { times: ramp.times, values: ramp.values })
        }
        FunctionShape::Sine(sine) => Ok(Function::Sine {
            amplitude: sine.amplitude,
            frequency: frequency(sine, &format!("{path}.sine"))?,
            phase: sine.phase_degrees.to_radians(),
            offset: sine.offset,
        }),
        FunctionShape::Points(points) => Table::new(points.times.clone(), points.values.clone())
            .map(Function::Table)
            .map_err(|message| Fault::new(format!("{path}.points"), message)),
        FunctionShape::Table(table) => {
            let message = format!("the table `{}` has not been read", table.file);
            Err(Fault::new(format!("{path}.table"), message))
        }
    }
}

fn frequency(sine: &format::Sine, path: &str) -> Result<f64, Fault> {
    match (sine.frequency, sine.period) {
        (Some(frequency), None) => check::not_negative(format!("{path}.frequency"), frequency),
        (None, Some(period)) => {
            check::positive(format!("{path}.period"), period).map(|period| 1.0 / period)
        }
        (None, None) => Err(Fault::new(path, "a sine needs `frequency` or `period`")),
        (Some(_), Some(_)) => {
            Err(Fault::new(format!("{path}.period"), "give `frequency` or `period`, not both"))
        }
    }
}
