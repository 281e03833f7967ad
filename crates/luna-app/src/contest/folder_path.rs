//! Paths of folders below the one that the operator allows.

use std::path::{Component, Path, PathBuf};

use crate::error::Error;

/// The most bytes of a path.
const LONGEST: usize = 500;

/// Refuses a path that could lead out of the folder that it is below.
pub fn check_path(path: &str) -> Result<(), Error> {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    if path.len() <= LONGEST && Path::new(path).components().all(is_plain) {
        Ok(())
    } else {
        Err(Error::Refused(format!(
            "“{path}” must be the path of a folder below the one that the operator allows, without “..”."
        )))
    }
}

/// The folder with a path below a root. A link that leads out of the root is refused.
pub fn locate(root: &Path, path: &str) -> Result<PathBuf, Error> {
    check_path(path)?;
    let missing = || Error::Refused(format!("There is no folder “{path}” on the server."));
    let root = root.canonicalize().map_err(|_| missing())?;
    let found = root.join(path).canonicalize().map_err(|_| missing())?;
    if found.starts_with(&root) && found.is_dir() { Ok(found) } else { Err(missing()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_the_root() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("root");
        std::fs::create_dir_all(root.join("elbot/talk")).unwrap();
        std::fs::create_dir(place.path().join("secret")).unwrap();
        std::os::unix::fs::symlink("../secret", root.join("link")).unwrap();
        std::fs::write(root.join("file"), "").unwrap();
        let root = root.as_path();
        assert!(locate(root, "elbot/talk").unwrap().ends_with("root/elbot/talk"));
        assert!(locate(root, "").unwrap().ends_with("root"));
        for path in ["..", "elbot/../../secret", "/etc", "link", "file", "nothing", "./elbot"] {
            let refused = locate(root, path);
            assert!(matches!(refused, Err(Error::Refused(_))), "{path}: {refused:?}");
        }
        let long = "x/".repeat(LONGEST);
        assert!(check_path(&long).is_err());
    }
}
