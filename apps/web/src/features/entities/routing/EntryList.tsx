import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import type { ReactNode } from 'react'
import { Grid, Stack } from '#web/ui/layout.tsx'

interface EntryListProps {
  /** The field of the form. */
  name: string
  /** One of them, as in `Add target` and `Remove target 2`. */
  noun: string
  max: number
  newEntry: object
  /** Of a row, which is a grid of the fields and the button that removes it. */
  className: string | undefined
  renderFields: (place: number) => ReactNode
}

/** Rows of fields, to which one is added, and of which each can be removed. */
export function EntryList({ name, noun, max, newEntry, className, renderFields }: EntryListProps) {
  return (
    <Form.List name={name}>
      {(entries, { add, remove }) => (
        <Stack gap={8}>
          {entries.map(({ key, name: place }) => (
            <Grid className={className ?? ''} gap={8} key={key}>
              {renderFields(place)}
              <Button
                type="text"
                aria-label={`Remove ${noun} ${place + 1}`}
                icon={<DeleteOutlined />}
                onClick={() => remove(place)}
              />
            </Grid>
          ))}
          {entries.length < max && (
            <Button style={{ alignSelf: 'flex-start' }} icon={<PlusOutlined />} onClick={() => add(newEntry)}>
              {`Add ${noun}`}
            </Button>
          )}
        </Stack>
      )}
    </Form.List>
  )
}
