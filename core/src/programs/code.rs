//! Compiles a tree to code with jumps, so that no question is evaluated needlessly and no stack is needed.
//!
//! If3, And, Or and Not become jumps alone. Only Smaller compares numbers; where one of its arguments is an If3, the
//! chosen branch leaves its number in a register. What a branch knows from the questions above it is not asked again,
//! equal code is made once, and a question whose answer changes nothing is left out.

use std::collections::HashMap;

use Kind::{Boolean, Float};

use super::{terminals::Terminal, view::View};
use crate::errors::{CoreError, refuse};

/// A node of a tree in prefix order.
#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Name(String),
    Number(f64),
}

/// What a place in a tree asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Boolean,
    Float,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Boolean => "Boolean",
            Kind::Float => "Float",
        }
    }
}

/// A function as the outside knows it.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    pub name: &'static str,
    pub result: Kind,
    pub arguments: &'static [Kind],
    pub reading: &'static str,
}

const fn logical(name: &'static str, arguments: &'static [Kind], reading: &'static str) -> Function {
    Function { name, result: Boolean, arguments, reading }
}

/// Every function, in the order of the paper's Table 1. A comparison of truths would say little: Smaller takes numbers.
pub const FUNCTIONS: [Function; 7] = [
    Function {
        name: "If3",
        result: Float,
        arguments: &[Boolean, Float, Float],
        reading: "the second if the first is true, else the third",
    },
    logical("Or2", &[Boolean, Boolean], "1 if either is true, else 0"),
    logical("Or3", &[Boolean, Boolean, Boolean], "1 if any of the three is true, else 0"),
    logical("And2", &[Boolean, Boolean], "1 if both are true, else 0"),
    logical("And3", &[Boolean, Boolean, Boolean], "1 if all three are true, else 0"),
    logical("Smaller", &[Float, Float], "1 if the first is smaller than the second, else 0"),
    logical("Not", &[Boolean], "0 if it is true, else 1"),
];

/// What the paper does not have: the one way to combine numbers.
pub const EXTRA_FUNCTIONS: [Function; 1] = [Function {
    name: "Then",
    result: Float,
    arguments: &[Float, Float],
    reading: "the first, and among equals the second: the first plus a 128th of the second",
}];

/// What the second argument of Then is divided by: more than any count of a board.
const THEN: f64 = 128.0;

/// Where a number comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Operand {
    Terminal(Terminal),
    Constant(u16),
    Register(u16),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(16))] // A place is found by a shift.
enum Step {
    /// Go one way if a terminal is true, another if not.
    Ask {
        terminal: Terminal,
        yes: u16,
        no: u16,
    },
    Compare {
        left: Operand,
        right: Operand,
        yes: u16,
        no: u16,
    },
    Keep {
        operand: Operand,
        register: u16,
        next: u16,
    },
    Join {
        first: Operand,
        second: Operand,
        register: u16,
        next: u16,
    },
    Answer(Operand),
}

/// The code of one tree.
#[derive(Debug, Clone)]
pub struct Code {
    steps: Vec<Step>,
    constants: Vec<f64>,
    begin: u16,
    pub(super) registers: usize,
}

/// The use of a number once it is known.
#[derive(Clone, Copy)]
enum Then {
    Answer,
    Keep { register: u16, next: u16 },
}

/// Terminals of which it is known, at some place of a tree, whether they are true.
#[derive(Clone, Copy)]
struct Facts {
    known: u64,
    literal_matches: u64,
}

impl Facts {
    /// What holds for every board: moves are legal.
    const ALWAYS: Facts =
        Facts { known: 1 << Terminal::NotMyKingInCheck as u8, literal_matches: 1 << Terminal::NotMyKingInCheck as u8 };

    fn of(self, terminal: Terminal) -> Option<bool> {
        let bit = 1 << terminal as u8;
        (self.known & bit != 0).then_some(self.literal_matches & bit != 0)
    }

    fn with(self, terminal: Terminal, is_true: bool) -> Facts {
        let bit = 1 << terminal as u8;
        Facts {
            known: self.known | bit,
            literal_matches: if is_true { self.literal_matches | bit } else { self.literal_matches & !bit },
        }
    }
}

/// The most nodes: more than a person could read.
const MOST_NODES: usize = 20_000;

impl Code {
    /// Check a tree and compile it; `tree` is what errors call it.
    pub fn compile(tokens: &[Token], tree: &str) -> Result<Code, CoreError> {
        if tokens.len() > MOST_NODES {
            return refuse(format!("the {tree} tree has {} nodes; at most {MOST_NODES} are allowed", tokens.len()));
        }
        let ends = ends_of(tokens, tree)?;
        let code = Code { steps: Vec::new(), constants: Vec::new(), begin: 0, registers: 0 };
        let mut compiler = Compiler { tokens, ends, code, places: HashMap::new(), depth: 0 };
        compiler.code.begin = compiler.number(0, Then::Answer, Facts::ALWAYS);
        Ok(compiler.code)
    }

    /// The value of the board in view. The view must have as many registers as the code needs.
    pub fn run(&self, view: &mut View) -> f64 {
        let mut at = self.begin;
        loop {
            match self.steps[usize::from(at)] {
                Step::Ask { terminal, yes, no } => at = if view.is_true(terminal) { yes } else { no },
                Step::Compare { left, right, yes, no } => {
                    at = if self.fetch(left, view) < self.fetch(right, view) { yes } else { no }
                }
                Step::Keep { operand, register, next } => {
                    view.registers[usize::from(register)] = self.fetch(operand, view);
                    at = next;
                }
                Step::Join { first, second, register, next } => {
                    view.registers[usize::from(register)] = self.fetch(first, view) + self.fetch(second, view) / THEN;
                    at = next;
                }
                Step::Answer(operand) => return self.fetch(operand, view),
            }
        }
    }

    #[inline]
    fn fetch(&self, operand: Operand, view: &mut View) -> f64 {
        match operand {
            Operand::Terminal(terminal) => view.answer(terminal),
            Operand::Constant(place) => self.constants[usize::from(place)],
            Operand::Register(register) => view.registers[usize::from(register)],
        }
    }
}

fn function_named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().chain(&EXTRA_FUNCTIONS).find(|function| function.name == name)
}

/// Where the subtree of each node ends, having checked names, types and their number.
fn ends_of(tokens: &[Token], tree: &str) -> Result<Vec<usize>, CoreError> {
    let mut ends = vec![0; tokens.len()];
    let mut wanted = vec![(Float, usize::MAX)];
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (node, token) in tokens.iter().enumerate() {
        let bad = |why: String| CoreError::BadArgument { why: format!("the {tree} tree, node {}: {why}", node + 1) };
        let Some((kind, parent)) = wanted.pop() else {
            return Err(bad(format!("{} comes after the end of the tree", spelled(token))));
        };
        let place = || match tokens.get(parent) {
            Some(parent) => format!("an argument of {}", spelled(parent)),
            None => "the tree as a whole".into(),
        };
        let mismatch =
            |what: &str| bad(format!("{} is {what}, but {} must be {}", spelled(token), place(), kind.name()));
        let arguments: &[Kind] = match token {
            Token::Number(number) if !number.is_finite() => return Err(bad(format!("{number} is no finite number"))),
            Token::Number(_) if kind == Boolean => return Err(mismatch("Float")),
            Token::Number(_) => &[],
            Token::Name(name) => match (function_named(name), Terminal::named(name)) {
                (Some(function), _) if function.result != kind => return Err(mismatch(function.result.name())),
                (Some(function), _) => function.arguments,
                (None, Some(terminal)) if terminal.is_boolean && kind == Float => return Err(mismatch("Boolean")),
                (None, Some(_)) => &[],
                (None, None) => return Err(bad(format!("there is no function or terminal {name:?}"))),
            },
        };
        wanted.extend(arguments.iter().rev().map(|&argument| (argument, node)));
        open.push((node, arguments.len()));
        // Close what this node completes.
        while let Some(&(last, 0)) = open.last() {
            ends[last] = node + 1;
            open.pop();
            if let Some((_, left)) = open.last_mut() {
                *left -= 1;
            }
        }
    }
    if let Some(&(kind, parent)) = wanted.last() {
        let owner = match tokens.get(parent) {
            Some(token) => format!(", node {}: {} lacks a {} argument", parent + 1, spelled(token), kind.name()),
            None => " is empty".into(),
        };
        return refuse(format!("the {tree} tree{owner}"));
    }
    Ok(ends)
}

fn spelled(token: &Token) -> String {
    match token {
        Token::Name(name) => name.clone(),
        Token::Number(number) => number.to_string(),
    }
}

struct Compiler<'a> {
    tokens: &'a [Token],
    ends: Vec<usize>,
    code: Code,
    /// The place of each step.
    places: HashMap<Step, u16>,
    depth: u16,
}

impl Compiler<'_> {
    fn emit(&mut self, step: Step) -> u16 {
        let steps = &mut self.code.steps;
        *self.places.entry(step).or_insert_with(|| {
            steps.push(step);
            u16::try_from(steps.len() - 1).expect("a tree has few enough nodes")
        })
    }

    fn arguments(&self, node: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut next = node + 1;
        while next < self.ends[node] {
            found.push(next);
            next = self.ends[next];
        }
        found
    }

    fn constant(&mut self, number: f64) -> Operand {
        let constants = &mut self.code.constants;
        let place = constants.iter().position(|&known| known == number).unwrap_or_else(|| {
            constants.push(number);
            constants.len() - 1
        });
        Operand::Constant(u16::try_from(place).expect("a tree has few enough nodes"))
    }

    /// The operand of a number that needs no jump.
    fn simple(&mut self, node: usize) -> Option<Operand> {
        match &self.tokens[node] {
            Token::Number(number) => {
                let number = *number;
                Some(self.constant(number))
            }
            Token::Name(name) => Terminal::named(name).map(|found| Operand::Terminal(found.terminal)),
        }
    }

    /// Code that finds a number and says what becomes of it; answers where it begins.
    fn number(&mut self, node: usize, then: Then, facts: Facts) -> u16 {
        if let Some(operand) = self.simple(node) {
            return match then {
                Then::Answer => self.emit(Step::Answer(operand)),
                Then::Keep { register, next } => self.emit(Step::Keep { operand, register, next }),
            };
        }
        if let [first, second] = self.arguments(node)[..] {
            return self.join(first, second, then, facts);
        }
        let [condition, first, second] = self.arguments(node)[..] else {
            unreachable!("only If3 and Then give numbers")
        };
        let yes = self.number(first, then, self.learn(condition, true, facts));
        let no = self.number(second, then, self.learn(condition, false, facts));
        self.truth(condition, yes, no, facts)
    }

    /// What is known where a node turned out to be true, or not.
    fn learn(&self, node: usize, is_true: bool, facts: Facts) -> Facts {
        let Token::Name(name) = &self.tokens[node] else { unreachable!("a number is no truth") };
        if let Some(found) = Terminal::named(name) {
            return facts.with(found.terminal, is_true);
        }
        let learn_all =
            |is_true| self.arguments(node).iter().fold(facts, |facts, &each| self.learn(each, is_true, facts));
        match (name.as_str(), is_true) {
            ("Not", _) => learn_all(!is_true),
            ("And2" | "And3", true) | ("Or2" | "Or3", false) => learn_all(is_true),
            _ => facts,
        }
    }

    /// Code that goes one way if a node is true, another if not; answers where it begins.
    fn truth(&mut self, node: usize, yes: u16, no: u16, facts: Facts) -> u16 {
        if yes == no {
            return yes;
        }
        let Token::Name(name) = &self.tokens[node] else { unreachable!("a number is no truth") };
        if let Some(found) = Terminal::named(name) {
            return match facts.of(found.terminal) {
                Some(is_true) => {
                    if is_true {
                        yes
                    } else {
                        no
                    }
                }
                None => self.emit(Step::Ask { terminal: found.terminal, yes, no }),
            };
        }
        let arguments = self.arguments(node);
        match name.as_str() {
            "Not" => self.truth(arguments[0], no, yes, facts),
            "And2" | "And3" => self.chain(&arguments, true, yes, no, facts),
            "Or2" | "Or3" => self.chain(&arguments, false, no, yes, facts),
            _ => self.comparison(arguments[0], arguments[1], yes, no, facts),
        }
    }

    /// Code that goes on to the end while every argument is as it should be, and leaves at the first that is not.
    fn chain(&mut self, arguments: &[usize], should_be: bool, end: u16, leave: u16, facts: Facts) -> u16 {
        let Some((&first, rest)) = arguments.split_first() else { return end };
        let next = self.chain(rest, should_be, end, leave, self.learn(first, should_be, facts));
        let (yes, no) = if should_be { (next, leave) } else { (leave, next) };
        self.truth(first, yes, no, facts)
    }

    /// A register that nothing else uses while this one is in use.
    fn register(&mut self) -> u16 {
        let register = self.depth;
        self.depth += 1;
        self.code.registers = self.code.registers.max(usize::from(self.depth));
        register
    }

    /// Where a number will be found, and the register that it must be put into first, if it needs one.
    fn side(&mut self, node: usize) -> (Operand, Option<u16>) {
        match self.simple(node) {
            Some(operand) => (operand, None),
            None => {
                let register = self.register();
                (Operand::Register(register), Some(register))
            }
        }
    }

    /// Code for Then: both numbers, then their sum in a separate register.
    fn join(&mut self, first: usize, second: usize, then: Then, facts: Facts) -> u16 {
        let register = self.register();
        let operand = Operand::Register(register);
        let next = match then {
            Then::Answer => self.emit(Step::Answer(operand)),
            Then::Keep { register, next } => self.emit(Step::Keep { operand, register, next }),
        };
        let (first_operand, first_register) = self.side(first);
        let (second_operand, second_register) = self.side(second);
        let mut begin = self.emit(Step::Join { first: first_operand, second: second_operand, register, next });
        for (node, register) in [(second, second_register), (first, first_register)] {
            if let Some(register) = register {
                begin = self.number(node, Then::Keep { register, next: begin }, facts);
            }
        }
        self.depth -= 1 + u16::from(first_register.is_some()) + u16::from(second_register.is_some());
        begin
    }

    fn comparison(&mut self, left: usize, right: usize, yes: u16, no: u16, facts: Facts) -> u16 {
        let (left_operand, left_register) = self.side(left);
        let (right_operand, right_register) = self.side(right);
        match (left_operand, right_operand) {
            (Operand::Constant(one), Operand::Constant(other)) => {
                let constants = &self.code.constants;
                return if constants[usize::from(one)] < constants[usize::from(other)] { yes } else { no };
            }
            (Operand::Terminal(one), Operand::Terminal(other)) if one == other => return no,
            _ => {}
        }
        let mut begin = self.emit(Step::Compare { left: left_operand, right: right_operand, yes, no });
        for (node, register) in [(right, right_register), (left, left_register)] {
            if let Some(register) = register {
                begin = self.number(node, Then::Keep { register, next: begin }, facts);
            }
        }
        self.depth -= u16::from(left_register.is_some()) + u16::from(right_register.is_some());
        begin
    }
}
