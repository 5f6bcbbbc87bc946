import { Button } from 'antd'
import { planWords, sendLabel, type SendPlan } from '#web/features/subscriptions/sending/send-plan.ts'
import classes from '#web/features/subscriptions/subscriptions.module.css'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { Text } from '#web/ui/layout.tsx'

interface SendFooterProps {
  plan: SendPlan
  isOnce: boolean
  isSending: boolean
}

/** In sight however long the form is: what a press does, also for those who would get nothing. */
export function SendFooter({ plan, isOnce, isSending }: SendFooterProps) {
  const { id: ownId } = useCurrentUser()
  const words = planWords(plan, ownId)
  return (
    <div className={classes.send}>
      <Text as="p" className={classes.plan ?? ''} role="status" fontSize={13} breaks="anywhere">
        {words}
      </Text>
      <Button className={classes.sendButton ?? ''} type="primary" htmlType="submit" loading={isSending}>
        {sendLabel(plan, { isOnce, ownId })}
      </Button>
    </div>
  )
}
