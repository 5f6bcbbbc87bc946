import { type Entity, getEntity, searchEntities } from '@callboard/contract/entities'
import { MergePreview, mergeEntity, separateEntity } from '@callboard/contract/entity-merges'
import { isMergedType } from '@callboard/contract/merged-types'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useId, useState } from 'react'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery, type Subject } from '#web/lib/api/endpoint-query.ts'
import { useMayChange } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { ChangedCalls } from '#web/records/ChangedCalls.tsx'
import { choiceLimit, entityLabel } from '#web/records/choices/choices.ts'
import type { RecordChoice } from '#web/records/choices/record-choice.ts'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { useMessage } from '#web/ui/message.tsx'
import { Hint, Stack } from '#web/ui/layout.tsx'

const changed: readonly Subject[] = ['entity', 'numberAssignment', 'call', 'dashboard', 'parameterValue']

/** Merges an entity into another one that means the same, or separates it again. */
export function MergeEntity({ entity }: { entity: Entity }) {
  const mayChange = useMayChange(`${entity.type}.edit`)
  const [isOpen, setIsOpen] = useState(false)
  if (!mayChange || entity.customerId === null || !isMergedType(entity.type)) return null
  if (entity.mergedIntoId !== null) {
    return (
      <ActionButton
        action={async () => await send(separateEntity, { params: { id: entity.id } })}
        changes={changed}
        question={{
          title: `Separate ${entity.name}?`,
          content: 'Calls that name its code have that code again, earlier ones too.',
          okText: 'Separate',
        }}
        done="Separated. Earlier calls follow within a few minutes."
      >
        Separate
      </ActionButton>
    )
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Merge…</Button>
      {isOpen && <MergeDialog entity={entity} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface MergeDialogProps {
  entity: Entity
  onClose: () => void
}

const noFields: readonly string[] = []

function MergeDialog({ entity, onClose }: MergeDialogProps) {
  const { id, name, code, type, customerId } = entity
  const [intoId, setIntoId] = useState<string | null>(null)
  const invalidate = useInvalidate()
  const message = useMessage()
  const selectId = useId()
  const choice: RecordChoice = {
    key: ['entity', type, customerId ?? ''],
    search: async (keyword, signal) => {
      const body = { type, customerId, keyword, pageSize: choiceLimit }
      const { items } = await send(searchEntities, { body }, signal)
      return items.map((one) => ({ value: one.id, label: `${one.name} (${one.code})` }))
    },
    nameOf: async (other, signal) => entityLabel(await send(getEntity, { params: { id: other } }, signal)),
  }
  const merging = useMutation({
    mutationFn: async () => await send(mergeEntity, { params: { id }, body: { intoId: intoId ?? '' } }),
    onSuccess: async () => {
      message.success('Merged. Earlier calls follow within a few minutes.')
      onClose()
      await invalidate(...changed)
    },
  })
  return (
    <Modal
      open
      title={`Merge ${name}`}
      okText="Merge"
      okButtonProps={{ disabled: intoId === null }}
      confirmLoading={merging.isPending}
      onOk={() => merging.mutate()}
      onCancel={onClose}
    >
      <Stack gap={16}>
        <Hint margin="0">
          Calls with the code {code} get the code of the other one, earlier and later ones. What was sent
          stays known: you can separate them at any time.
        </Hint>
        <Stack gap={4}>
          <label htmlFor={selectId}>Into</label>
          <RecordSelect
            id={selectId}
            choice={choice}
            placeholder="Choose"
            except={[id]}
            value={intoId}
            onChange={setIntoId}
          />
        </Stack>
        {intoId !== null && <Preview id={id} intoId={intoId} />}
        {merging.error !== null && <SaveError error={merging.error} fields={noFields} />}
      </Stack>
    </Modal>
  )
}

/** How many calls get the other code, and the newest of them. */
function Preview({ id, intoId }: { id: string; intoId: string }) {
  const { data } = useQuery(
    endpointQuery('entity', mergeEntity, { params: { id }, query: { preview: 'true' }, body: { intoId } }),
  )
  const preview = MergePreview.safeParse(data)
  if (!preview.success) return <Hint margin="0">Counting calls…</Hint>
  return <ChangedCalls {...preview.data} />
}
