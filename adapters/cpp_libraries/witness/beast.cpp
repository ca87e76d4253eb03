#include <cstdio>
#include <boost/beast/websocket/detail/utf8_checker.hpp>

static void show(const char *octets, size_t count)
{
    bool good = boost::beast::websocket::detail::check_utf8(octets, count);
    std::printf(good ? "valid\n" : "invalid\n");
}

int main()
{
    show("@octets@", @count@);
}
