import { DeleteOutlined } from '@ant-design/icons'
import type { StatusWord } from '@callboard/contract/sources'
import { Button, Input, Select } from 'antd'
import { Row, Stack } from '#web/ui/layout.tsx'

interface StatusWordsProps {
  statuses: readonly { value: StatusWord['status']; label: string }[]
  /** Given by the form. */
  id?: string
  value?: readonly StatusWord[]
  onChange?: (words: StatusWord[]) => void
}

/** What the system's own words for outcomes mean. */
export function StatusWords({ statuses, id, value = [], onChange }: StatusWordsProps) {
  const replace = (at: number, ...words: StatusWord[]) => onChange?.(value.toSpliced(at, 1, ...words))
  return (
    <Stack gap={8} {...(id !== undefined && { id })}>
      {value.map((word, at) => (
        <Row key={at} gap={8} align="center">
          <Input
            aria-label={`Word ${at + 1}`}
            value={word.word}
            maxLength={100}
            onChange={({ target }) => replace(at, { ...word, word: target.value })}
          />
          <Select
            aria-label={`Outcome ${at + 1}`}
            style={{ minWidth: 140 }}
            value={word.status}
            options={[...statuses]}
            onChange={(status) => replace(at, { ...word, status })}
          />
          <Button
            type="text"
            aria-label={`Remove word ${at + 1}`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => replace(at)}
          />
        </Row>
      ))}
      <div>
        <Button onClick={() => onChange?.([...value, { word: '', status: 'answered' }])}>Add a word</Button>
      </div>
    </Stack>
  )
}
