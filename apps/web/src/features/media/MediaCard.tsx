import { deleteMedia, type Media, type MediaUse, updateMedia } from '@callboard/contract/media'
import { useMutation } from '@tanstack/react-query'
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import classes from '#web/features/media/media.module.css'
import { errorText, send } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'

interface MediaCardProps {
  media: Media
  onChanged: () => void
}

/** An image with what can be done with it. */
export function MediaCard({ media, onChanged }: MediaCardProps) {
  const { id, name, url, thumbnailUrl, width, height, bytes, usedBy, isActive } = media
  return (
    <li className={classes.card}>
      <a
        className={classes.picture}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Open ${name}`}
      >
        <img src={thumbnailUrl} alt="" loading="lazy" />
      </a>
      <div className={classes.about}>
        <MediaName media={media} onChanged={onChanged} />
        <div className={classes.quiet}>
          {width} × {height} · {sizeOf(bytes)} <ActiveTag isActive={isActive} />
        </div>
        <div className={classes.quiet}>
          {usedBy.length === 0 ? (
            'Used nowhere'
          ) : (
            <>
              Used by{' '}
              {usedBy.map((use) => (
                <Use key={use.id} use={use} />
              ))}
            </>
          )}
        </div>
        <div className={classes.buttons}>
          <CopyButton
            size="small"
            text={new URL(url, location.href).href}
            label="Copy address"
            done="The address is copied."
          />
          <ChoiceButton media={media} onChanged={onChanged} />
          <DeleteButton id={id} name={name} isUsed={usedBy.length > 0} onDeleted={onChanged} />
        </div>
      </div>
    </li>
  )
}

function Use({ use: { type, id, name } }: { use: MediaUse }) {
  const to = {
    setting: paths.manageList('settings'),
    emailTemplate: paths.manageRecord('emailtemplates', id),
    menu: paths.manageRecord('menus', id),
  }[type]
  return (
    <>
      <Link to={to}>{type === 'setting' && name === 'logoUrl' ? 'Logo' : name}</Link>{' '}
    </>
  )
}

/** The name, which a click opens to be changed. */
function MediaName({ media: { id, name, revision }, onChanged }: MediaCardProps) {
  const { message } = App.useApp()
  const [typed, setTyped] = useState<string>()
  const renaming = useMutation({
    mutationFn: (wanted: string) => send(updateMedia, { params: { id }, body: { name: wanted, revision } }),
    onSuccess: () => {
      setTyped(undefined)
      onChanged()
    },
    onError: (error) => message.error(errorText(error)),
  })
  if (typed === undefined)
    return (
      <div className={classes.name}>
        {name}{' '}
        <Button size="small" type="link" aria-label={`Rename ${name}`} onClick={() => setTyped(name)}>
          Rename
        </Button>
      </div>
    )
  const save = () => (typed.trim() === '' || typed === name ? setTyped(undefined) : renaming.mutate(typed))
  return (
    <Input
      aria-label={`Name of ${name}`}
      ref={(input) => input?.focus()}
      maxLength={200}
      value={typed}
      disabled={renaming.isPending}
      onChange={({ target }) => setTyped(target.value)}
      onPressEnter={save}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setTyped(undefined)
      }}
    />
  )
}

/** Takes an image out of the choice where one is chosen, or back into it; its address works all the same. */
function ChoiceButton({ media: { id, name, isActive, revision }, onChanged }: MediaCardProps) {
  const { message } = App.useApp()
  const changing = useMutation({
    mutationFn: () => send(updateMedia, { params: { id }, body: { isActive: !isActive, revision } }),
    onSuccess: () => {
      message.success(
        isActive ? `${name} is no longer offered. Its address works on.` : `${name} is offered again.`,
      )
      onChanged()
    },
    onError: (error) => message.error(errorText(error)),
  })
  const words = isActive ? 'Deactivate' : 'Activate'
  return (
    <Button
      size="small"
      loading={changing.isPending}
      aria-label={`${words} ${name}`}
      onClick={() => changing.mutate()}
    >
      {words}
    </Button>
  )
}

interface DeleteButtonProps {
  id: string
  name: string
  isUsed: boolean
  onDeleted: () => void
}

function DeleteButton({ id, name, isUsed, onDeleted }: DeleteButtonProps) {
  const { modal, message } = App.useApp()
  const deleting = useMutation({
    mutationFn: () => send(deleteMedia, { params: { id } }),
    onSuccess: () => {
      message.success(`${name} is deleted.`)
      onDeleted()
    },
    onError: (error) => message.error(errorText(error)),
  })
  return (
    <Button
      size="small"
      danger
      disabled={isUsed}
      loading={deleting.isPending}
      aria-label={`Delete ${name}`}
      title={isUsed ? 'It is used' : undefined}
      onClick={() =>
        void modal.confirm({
          title: `Delete ${name}?`,
          content: 'Its address works no more, also in mails that were sent.',
          okText: 'Delete',
          okButtonProps: { danger: true },
          onOk: async () => await deleting.mutateAsync().catch(() => undefined),
        })
      }
    >
      Delete
    </Button>
  )
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1000))} kB`
    : `${formatNumber(bytes / 1_000_000)} MB`
}
