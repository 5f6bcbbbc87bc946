import type { ListedState, MissedCaller } from '@callboard/contract/call-backs'
import { Button } from 'antd'
import type { CallBackAction } from '#web/features/call-backs/CallBackDialog.tsx'
import classes from '#web/features/call-backs/CallBackRow.module.css'
import { changeCaller } from '#web/features/call-backs/change-caller.ts'
import { useNow } from '#web/lib/now.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'

interface CallBackActionsProps {
  caller: MissedCaller
  show: ListedState
  onAsk: (action: CallBackAction) => void
}

/** What may be done about a caller now; who somebody else has taken is theirs. */
export function CallBackActions({ caller, show, onAsk }: CallBackActionsProps) {
  const { id, isAdmin } = useCurrentUser()
  const now = useNow()
  const taken = caller.callBack?.taken ?? null
  const isTaken = taken !== null && Date.parse(taken.until) > now.epochMilliseconds
  const isMine = isTaken && taken.by.id === id
  const release = (
    <ActionButton
      action={async () => await changeCaller(caller, { state: 'open' })}
      changes={changed}
      data-action="take"
    >
      Release
    </ActionButton>
  )
  if (isTaken && !isMine) return isAdmin ? <div className={classes.buttons}>{release}</div> : null
  if (show !== 'waiting') {
    return (
      <div className={classes.buttons}>
        <ActionButton action={async () => await changeCaller(caller, { state: 'open' })} changes={changed}>
          Put back on the list
        </ActionButton>
      </div>
    )
  }
  return (
    <div className={classes.buttons}>
      {isMine ? (
        release
      ) : (
        <ActionButton
          type="primary"
          action={async () => await changeCaller(caller, { state: 'taken' })}
          changes={changed}
          data-action="take"
          title="Keeps others from calling them meanwhile"
        >
          Take
        </ActionButton>
      )}
      <Button
        type={isMine ? 'primary' : 'default'}
        data-action="calledBack"
        onClick={() => onAsk('calledBack')}
      >
        Called back
      </Button>
      <Button data-action="remind" onClick={() => onAsk('remind')}>
        Remind me
      </Button>
      <Button data-action="notNeeded" onClick={() => onAsk('notNeeded')}>
        Not needed
      </Button>
    </div>
  )
}

const changed = ['callBack'] as const
