import { claims } from '@callboard/contract/claims'
import { textLimits } from '@callboard/contract/limits'
import { isMenuUrl, type MenuIcon, menuIcons } from '@callboard/contract/menus'
import { Input, Select, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { type EditedItem, nameOf } from '#web/features/menus/menu-tree.ts'
import classes from '#web/features/menus/menus.module.css'
import { claimGroups } from '@callboard/contract/claim-words'
import { QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'
import { menuPictures } from '#web/ui/menu-pictures.tsx'

interface ItemFieldsProps {
  item: EditedItem
  onChange: (item: EditedItem) => void
}

/** The label, address and audience of an item. */
export function ItemFields({ item, onChange }: ItemFieldsProps) {
  const adminId = useId()
  const change = (values: Partial<EditedItem>) => onChange({ ...item, ...values })
  const text = (name: 'label' | 'title' | 'tooltip' | 'url') => ({
    value: item[name] ?? '',
    maxLength: name === 'url' ? textLimits.menuUrl : textLimits.menuText,
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [name]: target.value === '' ? null : target.value }),
  })
  const isWrongUrl = item.url !== null && !isMenuUrl(item.url.trim())
  return (
    <Stack as="section" gap={12} padding={16} className={classes.editor} aria-label="The chosen item">
      <Text as="h2" fontSize={15}>
        {nameOf(item)}
      </Text>
      <Field label="Label">{(id) => <Input id={id} {...text('label')} />}</Field>
      <Field label="Title" hint="Shown when there is no label.">
        {(id) => <Input id={id} {...text('title')} />}
      </Field>
      <Field label="Tooltip">{(id) => <Input id={id} {...text('tooltip')} />}</Field>
      <Field
        label="Address"
        hint="A page of the portal, such as /reports, or an address that starts with https://. Without an address, the item is a heading."
        {...(isWrongUrl && {
          error: 'Enter a path such as /reports, or an address that starts with https://.',
        })}
      >
        {(id) => <Input id={id} {...text('url')} {...(isWrongUrl && { status: 'error' as const })} />}
      </Field>
      <Field label="Icon">
        {(id) => (
          <Select
            id={id}
            allowClear
            placeholder="None"
            value={item.ico}
            onChange={(ico) => change({ ico: ico ?? null })}
            showSearch={{ optionFilterProp: 'title' }}
            options={iconOptions}
          />
        )}
      </Field>
      <Field label="Required right" hint="Administrators have every right.">
        {(id) => (
          <Select
            id={id}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="None: everyone sees it"
            value={claims.find((claim) => claim === item.claim) ?? null}
            onChange={(claim) => change({ claim: claim ?? null })}
            options={claimOptions}
          />
        )}
      </Field>
      <Field label="Key" hint="The user’s reports appear below the item with the key reports.">
        {(id) => (
          <Input
            id={id}
            maxLength={textLimits.menuItemKey}
            value={item.key}
            onChange={({ target }) => change({ key: target.value })}
          />
        )}
      </Field>
      <Row as="span" gap={8} align="center">
        <Switch id={adminId} checked={item.adminOnly} onChange={(adminOnly) => change({ adminOnly })} />
        <label htmlFor={adminId}>For administrators only</label>
      </Row>
    </Stack>
  )
}

const iconNames = {
  phone: 'Phone',
  'deployment-unit': 'Deployment unit',
  shop: 'Shop',
  'clock-circle': 'Clock',
  home: 'House',
  appstore: 'Tiles',
  'bar-chart': 'Chart',
  user: 'Person',
  team: 'People',
  'safety-certificate': 'Shield',
  bank: 'Bank',
  apartment: 'Tree',
  menu: 'Lines',
  setting: 'Gear',
  tool: 'Wrench',
  mail: 'Envelope',
  picture: 'Picture',
  key: 'Key',
  send: 'Paper plane',
  audit: 'Checked page',
  calendar: 'Calendar',
  'file-text': 'Page',
  link: 'Link',
  star: 'Star',
  bell: 'Bell',
  download: 'Download',
  wallet: 'Wallet',
} as const satisfies Record<MenuIcon, string>

const iconOptions = menuIcons.map((value) => ({
  value,
  title: iconNames[value],
  label: (
    <Row as="span" gap={8} align="center">
      {menuPictures[value]} {iconNames[value]}
    </Row>
  ),
}))

const claimOptions = claimGroups.map(({ name, claims: ofGroup }) => ({
  label: name,
  options: ofGroup.map(({ claim, words }) => ({ value: claim, label: `${words} (${claim})` })),
}))

interface FieldProps {
  label: string
  hint?: string
  error?: string
  children: (id: string) => ReactNode
}

function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  return (
    <Stack gap={4}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {error !== undefined && (
        <Text tone="worse" role="alert">
          {error}
        </Text>
      )}
      {hint !== undefined && <QuietText fontSize={12}>{hint}</QuietText>}
    </Stack>
  )
}
