/** A line of RFC 4180. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? neutral(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet runs a text that starts like a formula, unless an apostrophe precedes it. Phone numbers stay as they are. */
function neutral(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^\+?\d+$/.test(text) ? `'${text}` : text
}

/** The same in SQL, for what the engine writes. */
export function neutralSql(text: string): string {
  return `if(substring(${text}, 1, 1) IN ('=', '+', '-', '@', '\\t', '\\r') AND NOT match(${text}, '^[+]?[0-9]+$'), concat('\\'', ${text}), ${text})`
}
