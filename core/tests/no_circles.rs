//! No two files of the core need each other, directly or in a circle of several.
//!
//! A file needs another when it names a path into it: in a `use`, or where it calls something. A folder's `mod.rs` is its
//! face: what it only hands on (`pub use`) is found where it is defined. Tests may use what they like.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fs,
    path::Path,
};

/// The texts of modules by their path, `search::paper`; the crate itself is the empty path.
type Sources = BTreeMap<Vec<String>, String>;

/// What each module needs.
type Needs = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

fn read_sources(folder: &Path, module: &[String], sources: &mut Sources) {
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a file or folder").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut inside = module.to_vec();
        if path.is_dir() {
            inside.push(name);
            read_sources(&path, &inside, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            if !matches!(name.as_str(), "lib" | "mod") {
                inside.push(name);
            }
            sources.insert(inside, fs::read_to_string(&path).expect("a text"));
        }
    }
}

/// Words and signs, without comments and without what stands behind the tests.
fn tokens(text: &str) -> Vec<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut found: Vec<String> = Vec::new();
    let mut in_word = false;
    for letter in code.chars() {
        let is_word = letter.is_alphanumeric() || letter == '_';
        match found.last_mut() {
            Some(last) if is_word && in_word => last.push(letter),
            Some(last) if letter == ':' && last == ":" => last.push(':'),
            _ if !letter.is_whitespace() => found.push(letter.into()),
            _ => {}
        }
        in_word = is_word;
    }
    found
}

/// The paths of a `use`, `a::{b, c::d}` being two; names given by `as` are left out.
fn expand(tree: &[String], before: &[String], paths: &mut Vec<Vec<String>>) {
    let mut path = before.to_vec();
    let mut rest = tree;
    while let Some((token, behind)) = rest.split_first() {
        match token.as_str() {
            "::" => {}
            "as" => break,
            "{" => {
                let mut depth = 0;
                let inside = behind.split(|sign| {
                    depth += i32::from(sign == "{") - i32::from(sign == "}");
                    depth < 0 || depth == 0 && sign == ","
                });
                inside.filter(|part| !part.is_empty()).for_each(|part| expand(part, &path, paths));
                return;
            }
            word => path.push(word.into()),
        }
        rest = behind;
    }
    paths.push(path);
}

/// A path as seen from the crate, if it leads into the crate.
fn from_the_crate(path: &[String], module: &[String], children: &BTreeSet<String>) -> Option<Vec<String>> {
    let (mut base, mut rest) = (module.to_vec(), path);
    match path.first()?.as_str() {
        "crate" => (base, rest) = (Vec::new(), &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|word| word == "super") {
                base.pop();
                rest = &rest[1..];
            }
        }
        word if children.contains(word) => {}
        _ => return None,
    }
    base.extend(rest.iter().filter(|word| *word != "self").cloned());
    Some(base)
}

/// What one file says about others.
#[derive(Default)]
struct Mentions {
    paths: Vec<Vec<String>>,
    /// What the file hands on, by its name.
    handed_on: BTreeMap<String, Vec<String>>,
}

fn mentions(text: &str, module: &[String]) -> Mentions {
    let tokens = tokens(text);
    let children: BTreeSet<String> =
        tokens.windows(3).filter(|three| three[0] == "mod" && three[2] == ";").map(|three| three[1].clone()).collect();
    let mut found = Mentions::default();
    let mut words = BTreeSet::new();
    let mut place = 0;
    while place < tokens.len() {
        if tokens[place] == "use" {
            let end = place + tokens[place..].iter().position(|sign| sign == ";").expect("a use ends");
            let mut paths = Vec::new();
            expand(&tokens[place + 1..end], &[], &mut paths);
            let paths = paths.iter().filter_map(|path| from_the_crate(path, module, &children));
            let is_public = place > 0 && matches!(tokens[place - 1].as_str(), "pub" | ")");
            for path in paths {
                match path.last() {
                    Some(name) if is_public => {
                        found.handed_on.insert(name.clone(), path);
                    }
                    _ => found.paths.push(path),
                }
            }
            place = end;
        } else {
            let starts_path = place == 0 || tokens[place - 1] != "::";
            let length =
                tokens[place..].chunks(2).take_while(|pair| pair.get(1).is_some_and(|sign| sign == "::")).count();
            if starts_path && length > 0 {
                let path: Vec<String> = tokens[place..].iter().step_by(2).take(length + 1).cloned().collect();
                found.paths.extend(from_the_crate(&path, module, &children));
            }
            words.insert(tokens[place].clone());
        }
        place += 1;
    }
    // What is handed on and used here as well is needed here.
    found.paths.extend(found.handed_on.iter().filter(|(name, _)| words.contains(*name)).map(|(_, path)| path.clone()));
    found
}

/// The module in which the thing at a path is defined.
fn home(path: &[String], all: &BTreeMap<Vec<String>, Mentions>) -> Option<Vec<String>> {
    let module = (0..=path.len()).rev().map(|length| &path[..length]).find(|module| all.contains_key(*module))?;
    let handed_on = path.get(module.len()).and_then(|name| all[module].handed_on.get(name));
    match handed_on {
        Some(further) if further != path => home(further, all),
        _ => Some(module.to_vec()),
    }
}

fn needs(sources: &Sources) -> Needs {
    let all: BTreeMap<Vec<String>, Mentions> =
        sources.iter().map(|(module, text)| (module.clone(), mentions(text, module))).collect();
    let needed = |module: &Vec<String>| {
        all[module].paths.iter().filter_map(|path| home(path, &all)).filter(|other| other != module).collect()
    };
    all.keys().map(|module| (module.clone(), needed(module))).collect()
}

/// The shortest way from a module back to itself.
fn circle_through(start: &Vec<String>, needs: &Needs) -> Option<String> {
    let mut queue = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = queue.pop_front() {
        for next in &needs[way[way.len() - 1]] {
            if next == start {
                let names: Vec<String> = way.iter().chain([&start]).map(|module| module.join("::")).collect();
                return Some(names.join(" -> "));
            }
            if seen.insert(next) {
                queue.push_back(way.iter().copied().chain([next]).collect());
            }
        }
    }
    None
}

fn circles(sources: &Sources) -> Vec<String> {
    let needs = needs(sources);
    needs.keys().filter_map(|module| circle_through(module, &needs)).collect()
}

fn made_up(files: &[(&str, &str)]) -> Sources {
    let module = |path: &str| path.split("::").filter(|word| !word.is_empty()).map(String::from).collect();
    files.iter().map(|(path, text)| (module(path), text.to_string())).collect()
}

#[test]
fn the_core_has_no_circles() {
    let mut sources = Sources::new();
    read_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &[], &mut sources);
    assert!(sources.len() > 50, "{} files", sources.len());
    let needs = needs(&sources);
    let count: usize = needs.values().map(BTreeSet::len).sum();
    assert!(count > 100, "{count} needs");
    let found = circles(&sources);
    assert!(found.is_empty(), "import circles:\n{}", found.join("\n"));
}

#[test]
fn three_files_in_a_circle_are_found() {
    let sources = made_up(&[
        ("", "mod board; mod moves; mod rules;"),
        ("board", "use crate::{errors::CoreError, moves::Move as Step};"),
        ("moves", "fn of() { super::rules::judge(); }"),
        ("rules", "use super::board::{self, Board};"),
    ]);
    let expected =
        ["board -> moves -> rules -> board", "moves -> rules -> board -> moves", "rules -> board -> moves -> rules"];
    assert_eq!(circles(&sources), expected);
}

#[test]
fn a_face_hands_on_without_needing() {
    let face = "mod paper; mod task; pub use paper::search; pub use task::Task;";
    let files =
        [("", "pub mod search;"), ("search::paper", "use crate::search::Task;"), ("search::task", "pub struct Task;")];
    let honest = made_up(&[&files[..], &[("search", face)]].concat());
    assert!(circles(&honest).is_empty());
    let busy = format!("{face} pub struct Task; fn run() {{ search() }}");
    let busy = made_up(&[&files[..], &[("search", &busy.replace("pub use task::Task;", ""))]].concat());
    assert_eq!(circles(&busy), ["search -> search::paper -> search", "search::paper -> search -> search::paper"]);
}

#[test]
fn comments_and_tests_need_nothing() {
    let sources = made_up(&[
        ("", "mod one; mod two;"),
        ("one", "use crate::two::B;"),
        ("two", "// use crate::one::A;\nstruct B;\n\n#[cfg(test)]\nmod tests {\n    use crate::one::A;\n}"),
    ]);
    assert!(circles(&sources).is_empty());
}
