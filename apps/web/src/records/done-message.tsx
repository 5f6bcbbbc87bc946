import { App, Button } from 'antd'
import { useCallback } from 'react'
import { errorText } from '#web/lib/api/api-error.ts'
import type { Subject } from '#web/lib/api/endpoint-query.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Closing, useMessage } from '#web/ui/message.tsx'

// Long enough to see what was done, to think better of it and to reach the button by keyboard.
const undoSeconds = 30
/** What can be undone is the last thing that was done. */
const key = 'done'

/**
 * Returns what says that something is done, and offers to undo it where that is possible: at the foot of the page, as it stays
 * for half a minute, over the menu and not over the title and the buttons of what somebody goes on with.
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
          message.error(errorText(error))
        }
        await invalidate(...changes)
      }
      notification.success({
        key,
        placement: 'bottomLeft',
        role: 'status',
        duration: false,
        title: (
          <Closing seconds={undoSeconds} onEnd={close}>
            {done}
          </Closing>
        ),
        actions: (
          <Button size="small" onClick={() => void putBack()}>
            Undo
          </Button>
        ),
        closable: { 'aria-label': 'Dismiss' },
      })
    },
    [message, notification, invalidate, changes],
  )
}
