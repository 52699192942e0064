//! Long work on as many threads as somebody asks for.

use pyo3::prelude::*;

use crate::errors::CoreError;

/// Work with the GIL released, on so many threads; on the core's usual ones when nothing is said.
pub fn on_threads<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce() -> Result<T, CoreError> + Send,
) -> PyResult<T> {
    let bad = |why: String| CoreError::BadArgument { why };
    Ok(py.detach(|| match threads {
        None => work(),
        Some(0) => Err(bad("cannot work with 0 threads; at least 1 is needed".into())),
        Some(count) => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
            pool.map_err(|error| bad(error.to_string()))?.install(work)
        }
    })?)
}
