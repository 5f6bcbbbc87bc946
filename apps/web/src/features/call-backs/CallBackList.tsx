import type { ListedState, MissedCaller } from '@callboard/contract/call-backs'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CallBackAction, CallBackDialog } from '#web/features/call-backs/CallBackDialog.tsx'
import classes from '#web/features/call-backs/CallBackList.module.css'
import { callerId, CallBackRow } from '#web/features/call-backs/CallBackRow.tsx'
import { focusCaller, useCallBackKeys } from '#web/features/call-backs/call-back-keys.ts'

interface CallBackListProps {
  callers: readonly MissedCaller[]
  show: ListedState
  timeZone: string
  hasSeveralCustomers: boolean
  /** Whether one may take and close callers. */
  isEditable: boolean
}

/** Missed callers, worked through by mouse or by keys. */
export function CallBackList({ callers, ...shared }: CallBackListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [asked, setAsked] = useState<{ action: CallBackAction; caller: MissedCaller }>()
  useCallBackKeys(list)
  useFocusNext(list, callers)
  return (
    <>
      <ul ref={list} className={classes.list} aria-label="Callers">
        {callers.map((caller) => (
          <li key={callerId(caller)} data-caller={callerId(caller)} className={classes.item}>
            <CallBackRow caller={caller} {...shared} onAsk={(action) => setAsked({ action, caller })} />
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <CallBackDialog {...asked} timeZone={shared.timeZone} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

/** A caller with the focus who leaves the list gives it to whoever takes their place. */
function useFocusNext(list: RefObject<HTMLUListElement | null>, callers: readonly MissedCaller[]): void {
  const before = useRef<readonly string[]>([])
  const focused = useRef<string>(undefined)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-caller]') : null
      if (row !== null) focused.current = row.dataset['caller']
    }
    addEventListener('focusin', onFocus)
    return () => removeEventListener('focusin', onFocus)
  }, [])
  useEffect(() => {
    const ids = callers.map(callerId)
    const place = focused.current === undefined ? -1 : before.current.indexOf(focused.current)
    const isGone = place >= 0 && focused.current !== undefined && !ids.includes(focused.current)
    before.current = ids
    if (!isGone || document.activeElement !== document.body) return
    const next = ids[Math.min(place, ids.length - 1)]
    if (next !== undefined) focusCaller(list.current, next)
  }, [list, callers])
}
