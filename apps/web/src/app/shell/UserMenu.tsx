import { Avatar, Button, Popover } from 'antd'
import { useState } from 'react'
import classes from '#web/app/shell/UserMenu.module.css'
import { UserPanel } from '#web/app/shell/UserPanel.tsx'
import { fullName, initials, useCurrentUser } from '#web/lib/current-user.ts'
import { Spoken } from '#web/ui/Spoken.tsx'

/** The avatar, and behind it profile, theme, log-out and version. */
export function UserMenu() {
  const user = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  const name = fullName(user)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={<UserPanel onDone={() => setIsOpen(false)} />}
    >
      <Button
        type="text"
        shape="circle"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={
          <>
            <Avatar size={32} src={user.thumbnailUrl} alt="" className={classes.avatar} aria-hidden>
              {initials(name)}
            </Avatar>
            <Spoken>Account of {name}</Spoken>
          </>
        }
      />
    </Popover>
  )
}
