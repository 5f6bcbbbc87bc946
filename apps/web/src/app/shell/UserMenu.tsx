import { Avatar } from 'antd'
import { useState } from 'react'
import classes from '#web/app/shell/UserMenu.module.css'
import { UserPanel } from '#web/app/shell/UserPanel.tsx'
import { fullName, initials, useCurrentUser } from '#web/lib/current-user.ts'
import { PopoverButton } from '#web/ui/PopoverButton.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'

/** The avatar, and behind it profile, theme, log-out and version. */
export function UserMenu() {
  const user = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  const name = fullName(user)
  return (
    <PopoverButton
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      placement="bottomRight"
      panel={<UserPanel onDone={() => setIsOpen(false)} />}
      type="text"
      shape="circle"
      icon={
        <>
          <Avatar size={32} src={user.thumbnailUrl} alt="" className={classes.avatar} aria-hidden>
            {initials(name)}
          </Avatar>
          <Spoken>Account of {name}</Spoken>
        </>
      }
    />
  )
}
