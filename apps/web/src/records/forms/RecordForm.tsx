import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { EditForm, type EditFormProps } from '#web/records/forms/EditForm.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { useRecordKind } from '#web/records/record-kind.ts'

interface RecordFormProps<T, V extends object> extends Pick<
  EditFormProps<V>,
  'initialValues' | 'isReadOnly' | 'isWide' | 'note' | 'secretFields' | 'children'
> {
  /** Undefined: the form creates one. */
  record: T | undefined
  create: (values: V) => Promise<T>
  update: (values: V, record: T) => Promise<T>
}

/** The form of a record on its page, which it updates, or creates and then opens. */
export function RecordForm<T extends { id: string; revision: number }, V extends object>({
  record,
  create,
  update,
  ...form
}: RecordFormProps<T, V>) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const kind = useRecordKind()
  const isNew = record === undefined

  async function save(values: V) {
    const saved = isNew ? await create(values) : await update(values, record)
    client.setQueryData(kind.query(saved.id).queryKey, saved)
    void invalidate(kind.type)
    if (isNew) void navigate(`../${saved.id}`, { relative: 'path', replace: true })
  }

  return (
    <EditForm<V>
      // Each revision gets a form of its own: what was typed into an older one can no longer be saved.
      key={record?.revision}
      {...form}
      name={kind.type.toLowerCase()}
      fields={kind}
      save={save}
      isNew={isNew}
      saveLabel={isNew ? kind.addLabel : 'Save'}
      savedMessage={isNew ? 'Created.' : 'Saved.'}
      {...(!isNew && {
        onReload: () => void client.refetchQueries({ queryKey: kind.query(record.id).queryKey }),
      })}
    />
  )
}
