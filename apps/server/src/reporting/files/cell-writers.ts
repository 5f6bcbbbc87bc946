import { textLiteral } from '../../db/statement-text.ts'
import { neutral, neutralSql } from '../csv.ts'
import type { Field } from '../fields.ts'
import { localInstantSql } from '../local-time-sql.ts'
import type { Offsets } from '../zone-offsets.ts'
import {
  booleanCellSql,
  durationSql,
  emptyCell,
  figureCellSql,
  serialSql,
  textCell,
  textCellSql,
} from './xlsx-cells.ts'

export interface StoredCell {
  /** SQL of the value. */
  column: string
  field: Pick<Field, 'kind' | 'storedKind'>
  offsets: Offsets
}

/** How the engine writes the cells of a format. */
export interface CellWriter {
  /** SQL of the cell of a stored value. */
  cell: (stored: StoredCell) => string
  /** SQL of the cell of an amount, a nullable decimal. */
  amount: (amount: string) => string
  /** The cell of a text that is known beforehand. */
  text: (text: string) => string
  /** SQL of a cell without a value, and what such a text is while it is looked up. */
  none: string
  /** SQL of the cell of what `text` wrote. */
  found: (text: string) => string
}

const csv: CellWriter = {
  cell: ({ column, field, offsets }) => {
    switch (field.storedKind) {
      case 'text':
        return neutralSql(column)
      case 'tags':
        return neutralSql(joinedSql(column))
      case 'instant':
        return `ifNull(formatDateTime(${localInstantSql(column, offsets())}, '%Y-%m-%d %H:%i:%S'), '')`
      case 'boolean':
        return `multiIf(isNull(${column}), '', ${column}, 'yes', 'no')`
      case 'uuid':
      case 'integer':
      case 'decimal':
        return `ifNull(toString(${column}), '')`
    }
  },
  amount: (amount) => `ifNull(toString(${amount}), '')`,
  text: neutral,
  none: "''",
  found: (text) => text,
}

const xlsx: CellWriter = {
  cell: ({ column, field, offsets }) => {
    switch (field.storedKind) {
      case 'text':
        return textCellSql(column)
      case 'tags':
        return textCellSql(joinedSql(column))
      case 'instant':
        return figureCellSql(serialSql(localInstantSql(column, offsets())), 'instant')
      case 'boolean':
        return booleanCellSql(column)
      case 'uuid':
        return textCellSql(`ifNull(toString(${column}), '')`)
      case 'integer':
        return field.kind === 'duration'
          ? figureCellSql(durationSql(column), 'duration')
          : figureCellSql(column, 'integer')
      case 'decimal':
        return figureCellSql(column, 'number')
    }
  },
  amount: (amount) => figureCellSql(amount, 'money'),
  text: textCell,
  none: textLiteral(emptyCell),
  found: (text) => text,
}

/** Values as programs have them, in JSON: as the call list answers them. */
const json: CellWriter = {
  cell: ({ column, field }) => {
    switch (field.storedKind) {
      case 'text':
        return nothingSql(column)
      case 'tags':
        return column
      case 'instant':
        return `concat(replaceOne(toString(${column}), ' ', 'T'), 'Z')`
      case 'boolean':
        return `CAST(${column}, 'Nullable(Bool)')`
      case 'uuid':
        return `toString(${column})`
      case 'integer':
      case 'decimal':
        // Longer integers would be written as texts.
        return `toFloat64(${column})`
    }
  },
  amount: (amount) => `toString(${amount})`,
  text: (text) => text,
  none: "''",
  found: nothingSql,
}

/** Values in the types of Parquet: instants are instants, amounts decimals. */
const parquet: CellWriter = {
  ...json,
  cell: (stored) => {
    const { column, field } = stored
    switch (field.storedKind) {
      case 'instant':
        return column
      case 'integer':
        return `toInt64(${column})`
      case 'text':
      case 'tags':
      case 'boolean':
      case 'uuid':
      case 'decimal':
        return json.cell(stored)
    }
  },
  amount: (amount) => amount,
}

export const cellWriters = { csv, xlsx, json, parquet }

function joinedSql(tags: string): string {
  return `arrayStringConcat(${tags}, ', ')`
}

/** Null where there is no text. */
function nothingSql(text: string): string {
  return `nullIf(${text}, '')`
}
