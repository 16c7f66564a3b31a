//! x
use super::super::{Ctx, Status};
use anyhow::Result;
pub(super) fn run(_: &Ctx) -> Result<Status> {
    todo!()
}
