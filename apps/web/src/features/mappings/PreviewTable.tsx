import type { FieldDeclaration } from '@callboard/contract/field-declaration'
import { statusLabels } from '@callboard/contract/fields'
import { findField } from '@callboard/contract/field-names'
import { formatDuration } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import { formatDateTime } from '@callboard/contract/format-time'
import { mappedFields, type PreviewRow } from '@callboard/contract/mappings'
import classes from '#web/features/mappings/mappings.module.css'
import { QuietText, Stack } from '#web/ui/layout.tsx'

interface PreviewTableProps {
  rows: readonly PreviewRow[]
  /** Of the source. */
  timeZone: string
}

/** A row for each call, with the fields that any of them has; what fails says why. */
export function PreviewTable({ rows, timeZone }: PreviewTableProps) {
  const columns = columnsOf(rows)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
    <div className={classes.preview} tabIndex={0} role="region" aria-label="Rows as calls">
      <table className={classes.calls}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            {columns.map(({ name, field }) => (
              <th key={name} scope="col">
                {field.shortLabel ?? field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={`${row.line} ${row.call?.externalCallId ?? ''}`}
              className={row.call === null ? classes.failing : ''}
            >
              <th scope="row">{row.legs > 1 ? `${row.line} +${row.legs - 1}` : row.line}</th>
              {row.call === null ? (
                <Failing row={row} span={Math.max(columns.length, 1)} />
              ) : (
                columns.map(({ name, field }) => (
                  <td key={name} className={field.kind === 'duration' ? classes.figure : ''}>
                    {textOf(valueOf(row, name), field, timeZone)}
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Failing({ row, span }: { row: PreviewRow; span: number }) {
  return (
    <td colSpan={span}>
      <Stack gap={2} className={classes.reason ?? ''}>
        {row.problems.map(({ description }) => (
          <span key={description}>{description}</span>
        ))}
        <QuietText breaks="anywhere" fontSize={12}>
          {row.raw}
        </QuietText>
      </Stack>
    </td>
  )
}

/** Ids are long, and last. */
function columnsOf(rows: readonly PreviewRow[]) {
  const names = new Set(rows.flatMap(({ call }) => Object.keys(call ?? {})))
  const ordered = [...mappedFields.filter((name) => name !== 'externalCallId'), 'externalCallId']
  return ordered.flatMap((name) => {
    const field = findField(name)
    return names.has(name) && field !== undefined ? [{ name, field }] : []
  })
}

function valueOf({ call }: PreviewRow, name: string): unknown {
  return new Map<string, unknown>(Object.entries(call ?? {})).get(name)
}

const statusNames: Readonly<Record<string, string>> = statusLabels

function textOf(value: unknown, { kind }: FieldDeclaration, timeZone: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return kind === 'duration' ? formatDuration(value) : String(value)
  if (Array.isArray(value)) return value.join(', ')
  const text = String(value)
  if (kind === 'instant') return formatDateTime(text, timeZone)
  if (kind === 'phone') return formatPhone(text)
  return statusNames[text] ?? text
}
