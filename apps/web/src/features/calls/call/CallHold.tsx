import * as endpoints from '@callboard/contract/retention'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { DrawerSection } from '#web/features/calls/call/DrawerSection.tsx'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useEnteredValue } from '#web/lib/drafts/entered-value.ts'
import { RestoredNote } from '#web/records/forms/RestoredNote.tsx'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { PersonName } from '#web/ui/values/PersonName.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'

const changes = ['retention', 'call', 'change'] as const

/** Whether the call is kept however old it gets, and why; for administrators. */
export function CallHold({ callId }: { callId: string }) {
  const query = useQuery(endpointQuery('retention', endpoints.getHold, { params: { id: callId } }))
  return (
    <DrawerSection title="Legal hold">
      <QueryState query={query} skeleton={<Skeleton rows={1} />}>
        {({ hold }) => (hold === null ? <PlaceHold callId={callId} /> : <Hold hold={hold} />)}
      </QueryState>
    </DrawerSection>
  )
}

function Hold({ hold }: { hold: endpoints.CallHold }) {
  const [isEdited, setEdited] = useState(false)
  if (isEdited) {
    return (
      <HoldForm callId={hold.callId} before={hold.reason} saveLabel="Save" onEnd={() => setEdited(false)} />
    )
  }
  return (
    <Space orientation="vertical">
      <Text as="div" breaks="anywhere">
        {hold.reason}
      </Text>
      <div>
        Held by <PersonName userName={hold.userName} fullName={hold.fullName} /> since{' '}
        <TimeText at={hold.createdAt} />
      </div>
      <Space>
        <Button size="small" onClick={() => setEdited(true)}>
          Change the reason
        </Button>
        <ActionButton
          size="small"
          action={() => send(endpoints.deleteHold, { params: { id: hold.callId } })}
          changes={changes}
          question={{
            title: 'End this legal hold?',
            content: 'The next nightly deletion removes the call if it is past its retention period.',
            okText: 'End hold',
          }}
        >
          End hold
        </ActionButton>
      </Space>
    </Space>
  )
}

function PlaceHold({ callId }: { callId: string }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <HoldForm callId={callId} before="" saveLabel="Hold" onEnd={() => setOpen(false)} />
  return (
    <Button size="small" onClick={() => setOpen(true)}>
      Place a legal hold
    </Button>
  )
}

interface HoldFormProps {
  callId: string
  /** The reason as it is. */
  before: string
  saveLabel: string
  onEnd: () => void
}

function HoldForm({ callId, before, saveLabel, onEnd }: HoldFormProps) {
  const draft = useEnteredValue(`hold:${callId}`, z.string(), before)
  const text = draft.value ?? before
  const reason = text.trim()
  return (
    <Stack as="form" gap={8} onSubmit={(event) => event.preventDefault()}>
      {draft.restored !== undefined && (
        <RestoredNote savedAt={draft.restored.savedAt} onDiscard={draft.giveUp} />
      )}
      <Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the button before
        autoFocus
        aria-label="Reason for the hold"
        placeholder="Reason, such as a case number"
        maxLength={500}
        value={text}
        onChange={({ target }) => draft.enter(target.value)}
      />
      <Space>
        <ActionButton
          type="primary"
          htmlType="submit"
          disabled={reason === '' || reason === before}
          action={async () =>
            await draft.send(
              async () => await send(endpoints.updateHold, { params: { id: callId }, body: { reason } }),
            )
          }
          changes={changes}
          onDone={onEnd}
        >
          {saveLabel}
        </ActionButton>
        <Button
          onClick={() => {
            draft.giveUp()
            onEnd()
          }}
        >
          Cancel
        </Button>
      </Space>
    </Stack>
  )
}
