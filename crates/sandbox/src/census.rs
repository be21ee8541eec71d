//! Counts what a module contains, in one pass over its bytes and before anything compiles it.

use crate::bounds::Limit;
use crate::shape::Refused;
use wasmparser::{
    ElementItems, FunctionBody, Operator, Parser, Payload, SectionLimited, TableInit, TypeRef,
};

/// The largest value that a module reaches, for each limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Census([u64; Limit::ALL.len()]);

impl Census {
    /// Counts everything, whatever the limits are.
    ///
    /// # Errors
    /// When the bytes are no module.
    pub fn of(wasm: &[u8]) -> Result<Self, Refused> {
        let mut counter = Counter { census: Self::default(), wasm, function: None, holds: false };
        counter.module()?;
        Ok(counter.census)
    }

    /// The largest value of a limit in the module.
    #[must_use]
    pub fn largest(&self, limit: Limit) -> u64 {
        self.0[limit as usize]
    }
}

/// Refuses a module that exceeds a limit.
pub(crate) fn check(wasm: &[u8]) -> Result<(), Refused> {
    Counter { census: Census::default(), wasm, function: None, holds: true }.module()
}

/// Counts, and with `holds` stops at the first limit that does not hold.
struct Counter<'a> {
    census: Census,
    wasm: &'a [u8],
    /// The function that is being read, by its index in the module.
    function: Option<u32>,
    holds: bool,
}

impl Counter<'_> {
    fn see(&mut self, limit: Limit, found: impl TryInto<u64>) -> Result<(), Refused> {
        let found = found.try_into().unwrap_or(u64::MAX);
        let largest = &mut self.census.0[limit as usize];
        *largest = found.max(*largest);
        if !self.holds || found <= limit.allowed() {
            return Ok(());
        }
        let function = self.function.map(|index| name_of(self.wasm, index));
        Err(Refused::Limit { limit, found, allowed: limit.allowed(), function })
    }

    fn add(&mut self, limit: Limit, more: u64) -> Result<(), Refused> {
        self.see(limit, self.census.largest(limit).saturating_add(more))
    }

    fn module(&mut self) -> Result<(), Refused> {
        self.see(Limit::ModuleBytes, self.wasm.len())?;
        let (mut imported, mut types, mut types_of) = (0, Vec::new(), Vec::new());
        let mut defined = 0;
        for payload in Parser::new(0).parse_all(self.wasm) {
            match payload? {
                Payload::TypeSection(section) => {
                    self.see(Limit::Types, section.count())?;
                    for ty in section.into_iter_err_on_gc_types() {
                        let ty = ty?;
                        self.see(Limit::Params, ty.params().len())?;
                        self.see(Limit::Results, ty.results().len())?;
                        types.push(ty.params().len() as u64);
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        self.add(Limit::Imports, 1)?;
                        if let TypeRef::Func(_) = import?.ty {
                            imported += 1;
                        }
                    }
                }
                Payload::FunctionSection(section) => {
                    self.see(Limit::Functions, section.count())?;
                    types_of = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
                }
                Payload::CodeSectionEntry(body) => {
                    let ty = types_of.get(defined as usize).map_or(0, |ty| *ty as usize);
                    self.function = Some(imported + defined);
                    self.body(&body, types.get(ty).copied().unwrap_or(0))?;
                    self.function = None;
                    defined += 1;
                }
                other => self.section(other)?,
            }
        }
        Ok(())
    }

    /// Sections that need no other one.
    fn section(&mut self, payload: Payload<'_>) -> Result<(), Refused> {
        match payload {
            Payload::TableSection(section) => {
                self.see(Limit::Tables, section.count())?;
                for table in section {
                    let table = table?;
                    self.see(Limit::TableEntries, table.ty.initial)?;
                    if let TableInit::Expr(_) = table.init {
                        self.add(Limit::Elements, table.ty.initial)?;
                    }
                }
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    self.see(Limit::MemoryPages, memory?.initial)?;
                }
            }
            Payload::TagSection(section) => self.see(Limit::Tags, section.count())?,
            Payload::GlobalSection(section) => self.see(Limit::Globals, section.count())?,
            Payload::ExportSection(section) => self.see(Limit::Exports, section.count())?,
            Payload::ElementSection(section) => {
                self.see(Limit::ElementSegments, section.count())?;
                for segment in section {
                    let items = match segment?.items {
                        ElementItems::Functions(items) => count(&items),
                        ElementItems::Expressions(_, items) => count(&items),
                    };
                    self.add(Limit::Elements, items)?;
                }
            }
            Payload::DataSection(section) => {
                self.see(Limit::DataSegments, section.count())?;
                for segment in section {
                    self.add(Limit::DataBytes, segment?.data.len() as u64)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn body(&mut self, body: &FunctionBody<'_>, params: u64) -> Result<(), Refused> {
        let bytes = body.range().len() as u64;
        self.see(Limit::BodyBytes, bytes)?;
        self.add(Limit::CodeBytes, bytes)?;
        let mut locals = params;
        for group in body.get_locals_reader()? {
            locals += u64::from(group?.0);
        }
        self.see(Limit::Locals, locals)?;
        let mut branches = 0_u64;
        // Handlers of exceptions around here, by block.
        let mut handlers = vec![0_u64];
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let around = handlers.last().copied().unwrap_or(0);
            let operator = operators.read()?;
            branches += branches_of(&operator, around);
            match operator {
                Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => {
                    handlers.push(around);
                }
                Operator::TryTable { try_table } => {
                    handlers.push(around + try_table.catches.len() as u64);
                }
                Operator::End => {
                    handlers.pop();
                }
                _ => continue,
            }
            self.see(Limit::Nesting, handlers.len())?;
            self.see(Limit::Branches, branches)?;
        }
        self.see(Limit::Branches, branches)?;
        self.add(Limit::AllBranches, branches)?;
        let joins = branches.saturating_mul(locals);
        self.see(Limit::Joins, joins)?;
        self.add(Limit::AllJoins, joins)
    }
}

/// Branches in the machine code of an instruction, roughly; `handlers` of exceptions are around.
fn branches_of(operator: &Operator<'_>, handlers: u64) -> u64 {
    match operator {
        Operator::If { .. }
        | Operator::End
        | Operator::Br { .. }
        | Operator::BrIf { .. }
        | Operator::BrOnNull { .. }
        | Operator::BrOnNonNull { .. } => 1,
        Operator::TryTable { try_table } => try_table.catches.len() as u64,
        Operator::BrTable { targets } => u64::from(targets.len()) + 1,
        // An exception can leave here for each handler around.
        Operator::Call { .. }
        | Operator::ReturnCall { .. }
        | Operator::Throw { .. }
        | Operator::ThrowRef => 1 + handlers,
        Operator::CallIndirect { .. }
        | Operator::ReturnCallIndirect { .. }
        | Operator::CallRef { .. }
        | Operator::ReturnCallRef { .. } => 4 + handlers,
        // These look at the fuel.
        Operator::Loop { .. }
        | Operator::MemoryCopy { .. }
        | Operator::MemoryFill { .. }
        | Operator::MemoryInit { .. }
        | Operator::TableCopy { .. }
        | Operator::TableFill { .. }
        | Operator::TableInit { .. } => 4,
        Operator::MemoryGrow { .. } | Operator::TableGrow { .. } => 6,
        Operator::TableGet { .. } | Operator::TableSet { .. } => 3,
        _ => 0,
    }
}

fn count<T>(items: &SectionLimited<'_, T>) -> u64 {
    u64::from(items.count())
}

/// The name of a function in the module, or its number.
fn name_of(wasm: &[u8], function: u32) -> String {
    let names = Parser::new(0).parse_all(wasm).filter_map(Result::ok);
    let names = names.filter_map(|payload| match payload {
        Payload::CustomSection(section) => match section.as_known() {
            wasmparser::KnownCustom::Name(names) => Some(names),
            _ => None,
        },
        _ => None,
    });
    let mut names = names.flatten().filter_map(Result::ok).filter_map(|names| match names {
        wasmparser::Name::Function(names) => Some(names),
        _ => None,
    });
    let named = names.find_map(|names| {
        names.into_iter().filter_map(Result::ok).find(|naming| naming.index == function)
    });
    match named {
        Some(naming) => crate::receipt::demangled(naming.name),
        None => format!("function {function}"),
    }
}
