import { textLimits } from '@callboard/contract/limits'
import { Input } from 'antd'
import { useId } from 'react'
import type { ReportDraft } from '#web/features/report-builder/draft/report-draft.ts'
import { Stack, Text } from '#web/ui/layout.tsx'

type Named = Pick<ReportDraft, 'name' | 'description'>

interface NamePartProps extends Named {
  /** Reports of the library say which question they answer. */
  isDescribed: boolean
  /** What is wrong with the name. */
  error: string | undefined
  onChange: (changes: Partial<Named>, topic: string) => void
}

export const nameInputId = 'report-name'

/** The name of a report, and the question that it answers. */
export function NamePart({ name, description, isDescribed, error, onChange }: NamePartProps) {
  const id = useId()
  return (
    <>
      <Stack gap={4}>
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
        <Text as="div" tone="worse" fontSize={13} id={`${id}-error`} role="alert">
          {error}
        </Text>
      </Stack>
      {isDescribed && (
        <Stack gap={4}>
          <label htmlFor={id}>Description</label>
          <Input.TextArea
            id={id}
            maxLength={textLimits.description}
            autoSize={{ minRows: 1, maxRows: 4 }}
            placeholder="What question does it answer?"
            value={description}
            onChange={({ target }) => onChange({ description: target.value }, 'description')}
          />
        </Stack>
      )}
    </>
  )
}
