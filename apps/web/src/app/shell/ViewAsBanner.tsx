import { Button } from 'antd'
import classes from '#web/app/shell/ViewAsBanner.module.css'
import { fullName, useCurrentUser, useRealUser } from '#web/lib/session/current-user.ts'
import { stopViewing } from '#web/lib/session/view-as.ts'
import { Text } from '#web/ui/layout.tsx'

/** Shows at all times that this is another user's portal, with the way out of it. */
export function ViewAsBanner() {
  const user = useCurrentUser()
  // Until they are loaded, and when they cannot be.
  const name = user === useRealUser() ? 'another user' : fullName(user)
  return (
    <div className={classes.banner} role="status">
      <Text breaks="ellipsis" minWidth={0}>
        Viewing as <strong>{name}</strong>
      </Text>
      <span aria-hidden>·</span>
      <Text flex="none">read-only</Text>
      <span aria-hidden>·</span>
      <Button size="small" onClick={stopViewing}>
        Stop
      </Button>
    </div>
  )
}
