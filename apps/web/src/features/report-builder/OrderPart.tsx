import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import type { ReportDefinition } from '@callboard/contract/reports'
import { Button, InputNumber, Select } from 'antd'
import { useId } from 'react'
import classes from '#web/features/report-builder/builder.module.css'
import { BuilderPart } from '#web/features/report-builder/BuilderPart.tsx'
import { PlainSelect } from '#web/ui/PlainSelect.tsx'

interface OrderPartProps {
  sort: ReportDefinition['sort']
  limit: number | undefined
  /** By which it may be sorted, in their order. */
  columns: readonly { name: string; label: string }[]
  onChange: (changes: Pick<Partial<ReportDefinition>, 'sort' | 'limit'>) => void
}

const directions = [
  { value: 'desc', label: 'descending' },
  { value: 'asc', label: 'ascending' },
] as const

const mostSorts = 6
const mostRows = 1_000_000

/** The order of the rows, and how many of them are shown. */
export function OrderPart({ sort, limit, columns, onChange }: OrderPartProps) {
  const free = columns.filter(({ name }) => sort.every(({ field }) => field !== name))
  const [first] = free
  const limitId = useId()
  const changeOne = (index: number, changes: Partial<ReportDefinition['sort'][number]>) =>
    onChange({ sort: sort.map((by, at) => (at === index ? { ...by, ...changes } : by)) })
  return (
    <BuilderPart
      title="Order"
      hint={sort.length === 0 ? 'By the rows themselves: days in their order, names from A to Z.' : undefined}
    >
      {sort.map(({ field, desc }, index) => (
        <div key={field} className={classes.line}>
          <Select
            aria-label={index === 0 ? 'Order by' : 'Then by'}
            className={classes.grow}
            value={field}
            options={columns
              .filter(({ name }) => name === field || free.some((one) => one.name === name))
              .map(({ name, label }) => ({ value: name, label }))}
            onChange={(name: string) => changeOne(index, { field: name })}
          />
          <PlainSelect
            label="Direction"
            value={desc ? 'desc' : 'asc'}
            options={directions}
            onChange={(direction) => changeOne(index, { desc: direction === 'desc' })}
          />
          <Button
            type="text"
            icon={<CloseOutlined aria-hidden />}
            aria-label="Remove this order"
            onClick={() => onChange({ sort: sort.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {first !== undefined && sort.length < mostSorts && (
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange({ sort: [...sort, { field: first.name, desc: false }] })}
        >
          {sort.length === 0 ? 'Add an order' : 'Then by'}
        </Button>
      )}
      <div className={classes.line}>
        <label htmlFor={limitId}>Only the first</label>
        <InputNumber
          id={limitId}
          className={classes.number}
          placeholder="all"
          min={1}
          max={mostRows}
          precision={0}
          value={limit ?? null}
          onChange={(rows) => onChange({ limit: rows ?? undefined })}
        />
        rows
      </div>
    </BuilderPart>
  )
}
