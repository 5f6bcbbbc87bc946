import { DownloadOutlined } from '@ant-design/icons'
import { estimateFileBytes } from '@callboard/contract/export-size'
import {
  type ExportType,
  type exportTypes,
  hasRowLimit,
  readableRowLimit,
} from '@callboard/contract/export-types'
import { Button, Dropdown } from 'antd'
import { type SyntheticEvent, useRef } from 'react'
import { formatCounted, formatMegabytes } from '@callboard/contract/format'
import styles from '#web/ui/buttons/ExportMenu.module.css'
import { Grid, Text } from '#web/ui/layout.tsx'

interface ExportMenuProps {
  types: readonly ExportType[]
  /** Of the file; undefined while it is not known. */
  rowCount: number | undefined
  /** Their names. */
  columns: readonly string[]
  isRunning: boolean
  /** It will be written in the background. */
  isInBackground?: boolean
  onExport: (type: ExportType) => void
  /** Opens the choice of the columns, where there is one. */
  onChooseColumns?: (() => void) | undefined
}

/** Lets a type of a file be chosen, with what each is for and about how large it gets. */
export function ExportMenu(props: ExportMenuProps) {
  const { types, rowCount, columns, isRunning, isInBackground = false, onExport, onChooseColumns } = props
  const trigger = useRef<HTMLButtonElement>(null)
  const isLong = rowCount !== undefined && rowCount > readableRowLimit
  if (types.length === 0) return null
  // Those for people come first.
  const isJson = ({ extension }: ExportType) => extension === 'json'
  const ordered = [...types.filter((type) => !isJson(type)), ...types.filter(isJson)]
  const items = ordered.map((type) => ({
    key: type.id,
    disabled: isLong && hasRowLimit(type.extension),
    label: (
      <Grid as="span" columns="4.5rem 1fr auto" gap="0 16px" align="baseline" minWidth="min(26rem, 72vw)">
        <Text fontWeight={500}>{type.name}</Text>
        <span className={styles['hint']}>{purposes[type.extension]}</span>
        <span className={styles['hint']}>{sizeOf(type, { rowCount: rowCount ?? 0, columns })}</span>
      </Grid>
    ),
    onClick: ({ domEvent }: { domEvent: SyntheticEvent }) => {
      // Else the key that chose it would press the button, to which the focus goes back.
      domEvent.preventDefault()
      trigger.current?.focus()
      onExport(type)
    },
  }))
  const chooser = onChooseColumns && [
    { type: 'divider' as const },
    { key: 'columns', label: `Columns: ${columns.length}. Choose…`, onClick: onChooseColumns },
  ]
  return (
    <Dropdown
      trigger={['click']}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- of the menu that was just opened, for those who use keys
      autoFocus
      placement="bottomRight"
      // While one is made, the button ignores clicks, and keeps the focus, which a disabled one would lose.
      disabled={rowCount === 0}
      menu={{
        items: [
          ...(isInBackground
            ? [{ type: 'group' as const, label: backgroundWords(rowCount), children: items }]
            : items),
          ...(chooser ?? []),
        ],
      }}
    >
      <Button
        ref={trigger}
        title="Download"
        icon={<DownloadOutlined aria-hidden />}
        loading={isRunning}
        aria-haspopup="menu"
      >
        Download
      </Button>
    </Dropdown>
  )
}

function backgroundWords(rowCount: number | undefined): string {
  return `${formatCounted(rowCount ?? 0, 'row')}: written in the background, then in Exports for a day`
}

const purposes: Readonly<Record<string, string>> = {
  json: 'for programs, up to 10,000 rows',
  csv: 'for spreadsheets and imports',
  xlsx: 'with formats, for spreadsheets',
  pdf: 'for printing, up to 10,000 rows',
  html: 'for reading, up to 10,000 rows',
  ndjson: 'for programs, one object per line',
  parquet: 'for data tools',
} satisfies Record<(typeof exportTypes)[number]['extension'], string>

function sizeOf(
  { extension }: ExportType,
  rows: Parameters<typeof estimateFileBytes>[1],
): string | undefined {
  const bytes = estimateFileBytes(extension, rows) ?? 0
  return bytes < 100_000 ? undefined : `about ${formatMegabytes(bytes)}`
}
