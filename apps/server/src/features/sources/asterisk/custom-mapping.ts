import { columnNamed, type CdrColumn } from './cdr-columns.ts'
import { columnLayout, jsonLayout, separators, type CdrLayout } from './cdr-layout.ts'

/** What `cdr_custom.conf` writes as it is shipped. */
const defaultColumns = [
  'clid',
  'src',
  'dst',
  'dcontext',
  'channel',
  'dstchannel',
  'lastapp',
  'lastdata',
  'start',
  'answer',
  'end',
  'duration',
  'billsec',
  'disposition',
  'amaflags',
  'accountcode',
  'uniqueid',
  'userfield',
  'sequence',
].map(columnNamed)

export function defaultCustomLayout(separator: string): CdrLayout {
  return columnLayout('cdr_custom', defaultColumns, separator)
}

const mappingName = 'the mapping'

/**
 * The formats of the mappings that somebody has pasted out of `cdr_custom.conf`: lines such as
 * `Master.csv => ${CSV_QUOTE(${CDR(clid)})},${CDR(src)}`, also of JSON, or the names of the columns.
 */
export function mappingLayouts(text: string): CdrLayout[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith(';') && !line.startsWith('['))
  const layouts = lines.flatMap((line) => templateLayout(line.replace(/^[^$]*?=>\s*/, '')) ?? [])
  return layouts.length > 0 ? layouts : listLayouts(lines)
}

interface Part {
  /** Text that stands before a variable. */
  readonly before: string
  readonly column: CdrColumn | undefined
}

function templateLayout(template: string): CdrLayout | undefined {
  const parts = partsOf(template)
  if (!parts.some(({ column }) => column !== undefined)) return undefined
  if (template.startsWith('{')) {
    const keys = new Map(parts.map(({ before, column }) => [keyBefore(before), column]))
    return jsonLayout(mappingName, (key) => keys.get(key) ?? undefined)
  }
  const between = parts.slice(1).map(({ before }) => before.replaceAll('"', ''))
  const separator = between.find((text) => text !== '') ?? ','
  return columnLayout(
    mappingName,
    parts.map(({ column }) => column),
    // A semicolon would begin a comment there.
    separator.replaceAll('\\', '').replace(/^t$/, '\t'),
  )
}

/** The variables of a line that stand in no other one. */
function partsOf(template: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (let start = template.indexOf('${'); start !== -1; start = template.indexOf('${', from)) {
    const end = closingBrace(template, start + 1)
    const name = /\bCDR\(\s*(\w+)/i.exec(template.slice(start, end))?.[1] ?? ''
    parts.push({ before: template.slice(from, start), column: columnNamed(name) })
    from = end
  }
  return parts
}

/** Behind the brace that closes the one at an index; the end of the text where none does. */
function closingBrace(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth += 1
    else if (text[at] === '}' && --depth === 0) return at + 1
  }
  return text.length
}

function keyBefore(text: string): string {
  return /"([^"]*)"\s*:\s*"?$/.exec(text)?.[1] ?? ''
}

/** Names of columns, with their formats in brackets as in `start(int64)`, separated by commas. */
function listLayouts(lines: readonly string[]): CdrLayout[] {
  return lines.flatMap((line) => {
    const list = line.replace(/^.*?=>?\s*/, '')
    const columns = list.split(',').map((each) => columnNamed(each.replace(/\(.*$/, '')))
    const isList = columns.includes('channel') && columns.includes('disposition')
    return isList ? separators.map((separator) => columnLayout(mappingName, columns, separator)) : []
  })
}
