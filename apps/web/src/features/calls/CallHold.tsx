import * as endpoints from '@callboard/contract/retention'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { DrawerSection } from '#web/features/calls/DrawerSection.tsx'
import { send } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

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
  return (
    <Space orientation="vertical">
      <div>{hold.reason}</div>
      <div>
        Held by {hold.userName} since <TimeText at={hold.createdAt} />
      </div>
      <ActionButton
        size="small"
        action={() => send(endpoints.deleteHold, { params: { id: hold.callId } })}
        changes={changes}
        question={{
          title: 'End this legal hold?',
          content: 'The next run deletes the call if it is too old.',
          okText: 'End hold',
        }}
      >
        End hold
      </ActionButton>
    </Space>
  )
}

function PlaceHold({ callId }: { callId: string }) {
  const [reason, setReason] = useState<string>()
  if (reason === undefined) {
    return (
      <Button size="small" onClick={() => setReason('')}>
        Place a legal hold
      </Button>
    )
  }
  return (
    <Space.Compact block>
      <Input
        aria-label="Why it is held"
        placeholder="Why, as the number of a case"
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <ActionButton
        type="primary"
        disabled={reason.trim() === ''}
        action={() => send(endpoints.updateHold, { params: { id: callId }, body: { reason } })}
        changes={changes}
        onDone={() => setReason(undefined)}
      >
        Hold
      </ActionButton>
    </Space.Compact>
  )
}
