import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback } from 'react'
import { errorText } from '#web/lib/api/api-error.ts'
import type { Subject } from '#web/lib/api/endpoint-query.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { useMessage } from '#web/ui/message.tsx'

// Long enough to see what was done, to think better of it and to reach the button by keyboard.
const undoSeconds = 30
/** What can be undone is the last thing that was done. */
const key = 'done'

/** Returns what says that something is done, and offers to undo it where that is possible. */
export function useDoneMessage(changes: readonly Subject[]) {
  const message = useMessage()
  const invalidate = useInvalidate()
  return useCallback(
    (done: string, undo: (() => Promise<unknown>) | undefined) => {
      if (undo === undefined) {
        message.success(done)
        return
      }
      const putBack = async () => {
        message.destroy(key)
        try {
          await undo()
          message.success('Undone.')
        } catch (error) {
          message.error(errorText(error))
        }
        await invalidate(...changes)
      }
      message.success({
        key,
        seconds: undoSeconds,
        content: (
          <>
            {done}
            <Button type="link" size="small" onClick={() => void putBack()}>
              Undo
            </Button>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label="Dismiss"
              onClick={() => message.destroy(key)}
            />
          </>
        ),
      })
    },
    [message, invalidate, changes],
  )
}
