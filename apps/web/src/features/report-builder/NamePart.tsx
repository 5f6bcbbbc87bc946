import { textLimits } from '@callboard/contract/limits'
import { Input } from 'antd'
import { useId } from 'react'
import classes from '#web/features/report-builder/builder.module.css'
import type { ReportDraft } from '#web/features/report-builder/report-draft.ts'

type Named = Pick<ReportDraft, 'name' | 'description'>

interface NamePartProps extends Named {
  /** What is wrong with the name. */
  error: string | undefined
  onChange: (changes: Partial<Named>, topic: string) => void
}

export const nameInputId = 'report-name'

/** The name of a report, and the question that it answers. */
export function NamePart({ name, description, error, onChange }: NamePartProps) {
  const id = useId()
  return (
    <>
      <div className={classes.field}>
        <label htmlFor={nameInputId}>Name</label>
        <Input
          id={nameInputId}
          maxLength={textLimits.recordName}
          value={name}
          status={error === undefined ? '' : 'error'}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
          onChange={({ target }) => onChange({ name: target.value }, 'name')}
        />
        <div id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </div>
      </div>
      <div className={classes.field}>
        <label htmlFor={id}>Description</label>
        <Input.TextArea
          id={id}
          maxLength={textLimits.description}
          autoSize={{ minRows: 1, maxRows: 4 }}
          placeholder="Which question it answers"
          value={description}
          onChange={({ target }) => onChange({ description: target.value }, 'description')}
        />
      </div>
    </>
  )
}
