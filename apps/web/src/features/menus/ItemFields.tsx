import { textLimits } from '@callboard/contract/limits'
import { isMenuUrl, type MenuIcon, menuIcons } from '@callboard/contract/menus'
import { Input, Select } from 'antd'
import { AudienceFields } from '#web/features/menus/AudienceFields.tsx'
import { ItemField } from '#web/features/menus/ItemField.tsx'
import { type EditedItem, nameOf } from '#web/features/menus/menu-tree.ts'
import classes from '#web/features/menus/menus.module.css'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { menuPictures } from '#web/ui/menu-pictures.tsx'

interface ItemFieldsProps {
  item: EditedItem
  onChange: (item: EditedItem) => void
}

/** The label, address and audience of an item. */
export function ItemFields({ item, onChange }: ItemFieldsProps) {
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
      <ItemField label="Label">{(id) => <Input id={id} {...text('label')} />}</ItemField>
      <ItemField label="Title" hint="Shown when there is no label.">
        {(id) => <Input id={id} {...text('title')} />}
      </ItemField>
      <ItemField label="Tooltip">{(id) => <Input id={id} {...text('tooltip')} />}</ItemField>
      <ItemField
        label="Address"
        hint="A page of the portal, such as /reports, or an address that starts with https://. Without an address, the item is a heading."
        {...(isWrongUrl && {
          error: 'Enter a path such as /reports, or an address that starts with https://.',
        })}
      >
        {(id) => <Input id={id} {...text('url')} {...(isWrongUrl && { status: 'error' as const })} />}
      </ItemField>
      <ItemField label="Icon">
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
      </ItemField>
      <AudienceFields item={item} onChange={onChange} />
      <ItemField label="Key" hint="The user’s reports appear below the item with the key reports.">
        {(id) => (
          <Input
            id={id}
            maxLength={textLimits.menuItemKey}
            value={item.key}
            onChange={({ target }) => change({ key: target.value })}
          />
        )}
      </ItemField>
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
  rollback: 'Return arrow',
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
