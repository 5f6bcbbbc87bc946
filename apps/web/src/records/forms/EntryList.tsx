import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import classes from '#web/records/forms/EntryList.module.css'
import { Grid, Stack } from '#web/ui/layout.tsx'

interface EntryListProps {
  /** The field of the form. */
  name: string
  /** One of them, as in `Add target` and `Remove target 2`. */
  noun: string
  max: number
  newEntry: object
  /** Of a row: those of the fields, and one of the button that removes it. */
  columns?: CSSProperties['gridTemplateColumns']
  /** Says the columns where they depend on the room. */
  className?: string | undefined
  /** In the place of none. */
  empty?: ReactNode
  renderFields: (place: number) => ReactNode
}

/** Rows of fields, to which one is added, and of which each can be removed. */
export function EntryList(props: EntryListProps) {
  const { name, noun, max, newEntry, columns, className = '', empty, renderFields } = props
  return (
    <Form.List name={name}>
      {(entries, { add, remove }) => (
        <Stack gap={8}>
          {entries.map(({ key, name: place }) => (
            <Grid
              columns={columns}
              gap={8}
              align="start"
              key={key}
              className={`${classes.entry} ${className}`}
            >
              {renderFields(place)}
              <Button
                type="text"
                aria-label={`Remove ${noun} ${place + 1}`}
                icon={<DeleteOutlined />}
                onClick={() => remove(place)}
              />
            </Grid>
          ))}
          {entries.length === 0 && empty}
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
