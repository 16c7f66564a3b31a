//! x
use super::super::{Status, files::Output};
use super::Inputs;
use anyhow::Result;
pub(super) fn run(_: &Inputs<'_>, _: Option<&Output>) -> Result<Status> {
    todo!()
}
