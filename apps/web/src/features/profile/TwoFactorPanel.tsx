import * as endpoints from '@callboard/contract/two-factor'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { PasswordQuestion } from '#web/features/profile/PasswordQuestion.tsx'
import { twoFactorQuery } from '#web/features/profile/queries.ts'
import { RecoveryCodes } from '#web/features/profile/RecoveryCodes.tsx'
import { TwoFactorSetup } from '#web/features/profile/TwoFactorSetup.tsx'
import { send } from '#web/lib/api/api.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { formatDate } from '@callboard/contract/format-time'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Hint, Row, Stack } from '#web/ui/layout.tsx'

type Task = 'setUp' | 'renew' | 'end'

export function TwoFactorPanel() {
  const query = useQuery(twoFactorQuery)
  const invalidate = useInvalidate()
  const [task, setTask] = useState<Task>()
  const finish = () => {
    setTask(undefined)
    void invalidate('twoFactor')
  }
  const close = () => setTask(undefined)
  return (
    <Panel title="Two-factor sign-in">
      {task === 'setUp' && <TwoFactorSetup onDone={finish} onCancel={close} />}
      {task === 'renew' && <NewCodes onDone={finish} onCancel={close} />}
      {task === 'end' && <End onDone={finish} onCancel={close} />}
      {task === undefined && (
        <QueryState query={query}>{(state) => <Choices state={state} onChoose={setTask} />}</QueryState>
      )}
    </Panel>
  )
}

interface ChoicesProps {
  state: endpoints.TwoFactor
  onChoose: (task: Task) => void
}

function Choices({ state, onChoose }: ChoicesProps) {
  const timeZone = useTimeZone()
  if (!state.isOn) {
    return (
      <Stack gap={12} align="flex-start">
        <Hint>Off. When it is on, signing in also requires a code from an app on your phone.</Hint>
        <Button type="primary" onClick={() => onChoose('setUp')}>
          Turn on
        </Button>
      </Stack>
    )
  }
  const since = state.since === null ? '' : ` since ${formatDate(state.since, timeZone)}`
  return (
    <Stack gap={12} align="flex-start">
      <Hint>
        On{since}. {codesLeft(state.recoveryCodesLeft)}
        {state.isDemanded && ' Your administrators require it, so it cannot be turned off.'}
      </Hint>
      <Row gap={8} wrap>
        <Button onClick={() => onChoose('renew')}>New recovery codes</Button>
        <Button onClick={() => onChoose('setUp')}>Use another app</Button>
        {!state.isDemanded && (
          <Button danger onClick={() => onChoose('end')}>
            Turn off
          </Button>
        )}
      </Row>
    </Stack>
  )
}

function codesLeft(count: number): string {
  if (count === 0) return 'No recovery code is left: create new ones.'
  return count === 1 ? 'One recovery code is left.' : `${count} recovery codes are left.`
}

interface TaskProps {
  onDone: () => void
  onCancel: () => void
}

function NewCodes({ onDone, onCancel }: TaskProps) {
  const renew = useMutation({
    mutationFn: (password: string) => send(endpoints.createRecoveryCodes, { body: { password } }),
  })
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onDone} />
  return (
    <PasswordQuestion
      action="Create new recovery codes"
      isBusy={renew.isPending}
      error={renew.error}
      onAnswer={renew.mutate}
      onCancel={onCancel}
    />
  )
}

function End({ onDone, onCancel }: TaskProps) {
  const end = useMutation({
    mutationFn: (password: string) => send(endpoints.deleteTwoFactor, { body: { password } }),
    onSuccess: onDone,
  })
  return (
    <PasswordQuestion
      action="Turn off"
      isBusy={end.isPending}
      error={end.error}
      onAnswer={end.mutate}
      onCancel={onCancel}
    />
  )
}
