// The default theme of VitePress, with pictures of Mermaid blocks that follow the light or dark appearance.

import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

let pictureCount = 0;

/** Shows the source of a picture until the browser has drawn it. */
const MermaidPicture = defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const svg = ref();
    const source = decodeURIComponent(props.source);
    const draw = async () => {
      await import('@mermaid-js/tiny');
      const { mermaid } = globalThis;
      mermaid.initialize({ startOnLoad: false, theme: isDark.value ? 'dark' : 'default' });
      svg.value = (await mermaid.render(`picture-${++pictureCount}`, source)).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () => (svg.value ? h('div', { innerHTML: svg.value }) : h('pre', source));
  },
});

/** The theme of the site. */
export const theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component('MermaidPicture', MermaidPicture),
};
