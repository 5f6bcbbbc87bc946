import { App, Button } from 'antd'
import { useCallback } from 'react'
import { explainedError } from '#web/lib/api/api-error.ts'
import type { Subject } from '#web/lib/api/endpoint-query.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Closing, useMessage } from '#web/ui/message.tsx'

// Long enough to see what was done and to think better of it; it waits for the pointer and for the focus.
const undoSeconds = 12
/** What can be undone is the last thing that was done. */
const key = 'done'

/**
 * Returns what says that something is done, and offers to undo it where that is possible: at the foot of the page, where exports
 * and reminders are told too, and not over the title of what somebody goes on with.
 */
export function useDoneMessage(changes: readonly Subject[]) {
  const message = useMessage()
  const { notification } = App.useApp()
  const invalidate = useInvalidate()
  return useCallback(
    (done: string, undo: (() => Promise<unknown>) | undefined) => {
      if (undo === undefined) {
        message.success(done)
        return
      }
      const close = () => notification.destroy(key)
      const putBack = async () => {
        close()
        try {
          await undo()
          message.success('Undone.')
        } catch (error) {
          message.error(explainedError(error))
        }
        await invalidate(...changes)
      }
      notification.success({
        key,
        role: 'status',
        title: (
          <Closing seconds={undoSeconds} onEnd={close}>
            {done}{' '}
            <Button size="small" onClick={() => void putBack()}>
              Undo
            </Button>
          </Closing>
        ),
        closable: { 'aria-label': 'Dismiss' },
      })
    },
    [message, notification, invalidate, changes],
  )
}
