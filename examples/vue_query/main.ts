// A list of blocks and one of them, kept up to date by events. In a project with vue, @tanstack/vue-query and a bundler.
import { createApp, defineComponent, h, onUnmounted, ref } from "vue";
import { useInfiniteQuery, useQuery, useQueryClient, VueQueryPlugin } from "@tanstack/vue-query";
import { createClient } from "alphadelta";
import { infiniteQueryOptions, invalidateOnBlocks, queryOptions } from "alphadelta/query";

const endpoints = new URLSearchParams(location.search).get("origin") ?? "http://127.0.0.1:8645";
const delta = createClient("delta", { endpoints });

const Block = defineComponent({
  props: { height: { type: Number, required: true } },
  setup(props) {
    // A function, so that another height is another query.
    const { data, error } = useQuery(() => queryOptions(delta, "getBlock", props.height));
    return () => {
      if (error.value) return h("p", { role: "alert" }, error.value.message);
      const block = data.value;
      return block && h("output", `Block ${block.number}: ${block.gasUsed} gas`);
    };
  },
});

const Blocks = defineComponent(() => {
  onUnmounted(invalidateOnBlocks(useQueryClient(), delta));
  const shown = ref<number>();
  const options = infiniteQueryOptions(delta, "listBlocks", { limit: 10 });
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(options);
  return () => {
    if (error.value) return h("p", { role: "alert" }, error.value.message);
    const items = data.value?.pages.flatMap((page) => page.items) ?? [];
    return [
      shown.value !== undefined && h(Block, { height: shown.value }),
      h(
        "ol",
        items.map(({ number, hash, txCount }) =>
          h("li", { key: hash }, [
            `${number}: ${txCount} transactions `,
            h("button", { onClick: () => (shown.value = number) }, "Show"),
          ]),
        ),
      ),
      hasNextPage.value && h("button", { onClick: () => fetchNextPage() }, "Older"),
    ];
  };
});

createApp(Blocks).use(VueQueryPlugin).mount("#app");
